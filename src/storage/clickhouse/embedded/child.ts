/**
 * The embedded ClickHouse as a process of its own. Arguments: path of the engine library, then the engine's arguments.
 * The engine blocks its thread for good, so it has one; this thread only watches stdin, which closes when the parent
 * ends in whatever way. Acknowledged inserts are on disk, so ending means SIGKILL: nothing to wait for, nothing to hang.
 */
import { writeSync } from "node:fs";
import { Worker } from "node:worker_threads";

const [library = "", ...argv] = process.argv.slice(2);

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

function fail(because: unknown): void {
  writeSync(2, `${because instanceof Error ? because.message : String(because)}\n`);
  process.exitCode = 1;
  end();
}

function end(): void {
  process.kill(process.pid, "SIGKILL");
}
