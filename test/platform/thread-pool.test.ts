import { expect, test, vi } from "vitest";
import { lostThreadOf } from "../../src/platform/threads/lost-thread.ts";
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

/** Serves tasks with the heartbeat of the pool: each is a list of steps, of which "forever" does not end. */
const working = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { serveTasks } from ${JSON.stringify(new URL("../../src/platform/threads/thread-task.ts", import.meta.url).href)};
  serveTasks({
    task: ({ item, steps, ms = 0 }, heartbeat) => {
      heartbeat.item(item);
      for (const step of steps) {
        heartbeat.step(step);
        for (const end = performance.now() + (step === "forever" ? Infinity : ms); performance.now() < end; );
      }
      return item;
    },
  });
`)}`,
);

test("a thread that does not advance is replaced, and its task fails with what it was at", async () => {
  const onLost = vi.fn();
  const pool = createThreadPool({ script: working, size: 1, stallMs: 200, onLost });
  const stalled = pool.run({ item: "call 7", steps: ["read", "forever"] }).catch((thrown: unknown) => thrown);
  const after = pool.run({ item: "call 8", steps: ["read"] });
  const failure = await stalled;
  expect(lostThreadOf(failure)).toEqual({
    cause: "stalled",
    at: { item: "call 7", step: "forever" },
    reason: "did not finish within 0.2 s",
  });
  expect(failure).toMatchObject({ message: expect.stringContaining("forever of call 7 did not finish within 0.2 s") });
  expect(await after).toBe("call 8");
  expect(onLost).toHaveBeenCalledOnce();
  await pool.close();
});

test("a task that takes much longer than the limit is not ended while it advances", async () => {
  const pool = createThreadPool({ script: working, size: 1, stallMs: 200, onLost: () => undefined });
  const steps = Array.from({ length: 40 }, (_, step) => `step ${step}`);
  expect(await pool.run({ item: "a long batch", steps, ms: 20 })).toBe("a long batch");
  await pool.close();
});

test("a thread that ends by an exception names what it was at", async () => {
  const script = new URL(
    `data:text/javascript,${encodeURIComponent(`
      import { serveTasks } from ${JSON.stringify(new URL("../../src/platform/threads/thread-task.ts", import.meta.url).href)};
      serveTasks({ task: (_, heartbeat) => { heartbeat.item("call 9"); heartbeat.step("parse"); process.exit(3); } });
    `)}`,
  );
  const pool = createThreadPool({ script, size: 1, onLost: () => undefined });
  const failure = await pool.run({}).catch((thrown: unknown) => thrown);
  expect(lostThreadOf(failure)).toMatchObject({ cause: "ended", at: { item: "call 9", step: "parse" } });
  await pool.close();
});

test("tenants take turns: one with much waiting delays another by one task", async () => {
  const pool = createThreadPool({ script: working, size: 1, onLost: () => undefined });
  const order: unknown[] = [];
  const run = async (tenant: string, number: number) =>
    order.push(await pool.run({ item: `${tenant}${number}`, steps: [] }, { tenant, cost: 64 * 1024 }));
  await Promise.all([...[1, 2, 3, 4, 5].map((number) => run("a", number)), run("b", 1)]);
  expect(order.indexOf("b1")).toBeLessThanOrEqual(2);
  await pool.close();
});
