import { getPriority } from "node:os";
import { expect, test } from "vitest";
import { createThreadPool } from "../../src/platform/threads/thread-pool.ts";

/** Replies with the priority of its thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { readlinkSync } from "node:fs";
  import { getPriority } from "node:os";
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", ({ id }) => {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    parentPort.postMessage({ id, result: getPriority(thread) });
  });
`)}`,
);

test.runIf(process.platform === "linux")(
  "a pool's threads have the priority that it asks for, and the others keep theirs",
  async () => {
    const own = getPriority();
    const pool = createThreadPool({ script, size: 1, niceness: 3, onLost: () => undefined });
    expect(await pool.run("priority")).toBe(Math.min(19, own + 3));
    expect(getPriority()).toBe(own);
    await pool.close();
  },
);
