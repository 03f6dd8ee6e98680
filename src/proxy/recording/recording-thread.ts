/** The thread that reads calls that cannot be read later, and raw batches before they are exported. */
import { ownMemory } from "../../platform/threads/thread-pool.ts";
import { serveTasks } from "../../platform/threads/thread-task.ts";
import { type Encoding, encodeCalls } from "./encode-calls.ts";
import { readRawBatch } from "./raw-reading.ts";
import type { RecordingTask } from "./recording-tasks.ts";

serveTasks({
  task: (given, heartbeat) => {
    const task = given as RecordingTask;
    return task.kind === "calls"
      ? encodeCalls(task.packed, (index) => heartbeat.item(String(index)))
      : (readRawBatch(task.bytes) ?? task.bytes);
  },
  transfer: (result) =>
    result instanceof Uint8Array
      ? ownMemory(result)
      : (result as Encoding).batches.flatMap(({ bytes }) => ownMemory(bytes)),
});
