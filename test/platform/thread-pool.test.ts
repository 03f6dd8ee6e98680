import { expect, test, vi } from "vitest";
import { createThreadPool } from "../../src/platform/threads/thread-pool.ts";

/** Replies to every task with the messages received so far; ends with the task "die". */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort } from "node:worker_threads";
  const got = [];
  parentPort.on("message", ({ id, task, topic, key, message }) => {
    if (topic !== undefined) got.push([topic, key, message]);
    else if (task === "die") process.exit(1);
    else parentPort.postMessage({ id, result: got });
  });
`)}`,
);

test("a thread gets every message, and its replacement the newest of each topic and key", async () => {
  const onLost = vi.fn();
  const pool = createThreadPool({ script, size: 1, onLost });
  pool.tell("monitors", [1], "a");
  pool.tell("monitors", [2], "b");
  pool.tell("tombstones", []);
  pool.tell("monitors", [3], "a");
  pool.tell("monitors", undefined, "b");
  expect(await pool.run("list")).toEqual([
    ["monitors", "a", [1]],
    ["monitors", "b", [2]],
    ["tombstones", "", []],
    ["monitors", "a", [3]],
    ["monitors", "b", undefined],
  ]);
  await expect(pool.run("die")).rejects.toThrow("ended");
  expect(await pool.run("list")).toEqual([
    ["monitors", "a", [3]],
    ["tombstones", "", []],
  ]);
  expect(onLost).toHaveBeenCalledOnce();
  await pool.close();
});
