import { decodeTraces } from "../src/otlp/decode.ts";
import { encodeHead, encodeResult } from "../src/pipeline/batches/batch-result.ts";
import type { WorkerReply, WorkerTask } from "../src/pipeline/traces/process.ts";
import { serveTasks } from "../src/platform/threads/thread-task.ts";
import { writeResult } from "../src/storage/journal/write-batches/write-result.ts";

serveTasks({
  task: (task): WorkerReply => {
    const { entries, location } = task as WorkerTask;
    for (const { bytes } of entries) decodeTraces(bytes);
    const head = encodeHead([], []);
    writeResult(location, encodeResult(head, []));
    return { kind: "written", head };
  },
  onMessage: () => undefined,
});
