/**
 * Runs the embedded ClickHouse as a separate process. Arguments: path of the engine library, then the engine's
 * arguments. The engine blocks its thread permanently, so it has one; this thread only watches stdin, which closes
 * when the parent ends in any way. Acknowledged inserts are on disk, so SIGKILL ends it without waiting.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { lowerThreadPriority } from "../../../platform/threads/thread-priority.ts";

const [library = "", ...argv] = process.argv.slice(2);

// Queries and merges leave the processor to the acknowledgment of new data.
lowerThreadPriority(3);

process.stdin.resume();
process.stdin.on("close", end);
process.on("SIGTERM", end);
// A terminal's Ctrl-C reaches the whole group; the parent decides when to stop.
process.on("SIGINT", () => {});

const engine = new Worker(new URL("./engine-thread.ts", import.meta.url), {
  workerData: { library, argv },
  // ClickHouse checks how much stack is left and refuses deep queries on Node's default of 4 MB.
  resourceLimits: { stackSizeMb: 8 },
});
engine.on("message", fail);
engine.on("error", fail);

function fail(reason: unknown): void {
  writeSync(2, `${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exitCode = 1;
  end();
}

function end(): void {
  process.kill(process.pid, "SIGKILL");
}
