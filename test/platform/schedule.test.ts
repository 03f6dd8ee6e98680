import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSchedule } from "../../src/platform/scheduling/schedule.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

async function startTimes(tookMs: number, share?: number): Promise<readonly number[]> {
  const times: number[] = [];
  const from = performance.now();
  const work = () => {
    times.push((performance.now() - from) / 1000);
    return new Promise((resolve) => setTimeout(resolve, tookMs));
  };
  const options = { work, onFailure: () => undefined, everyMs: 10_000 };
  const schedule = createSchedule(share === undefined ? options : { ...options, share });
  schedule.start();
  await vi.advanceTimersByTimeAsync(60_000);
  void schedule.stop();
  return times;
}

test("one round at a time: what takes longer than its time leaves rounds out", async () => {
  expect(await startTimes(0)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(await startTimes(15_000)).toEqual([10, 30, 50]);
});

test("rounds take no more than their share of the time", async () => {
  expect(await startTimes(1_000, 0.1)).toEqual([10, 20, 30, 40, 50, 60]);
  expect(await startTimes(2_000, 0.1)).toEqual([10, 30, 50]);
});

test("a round with more work due is followed by the next one immediately; a failed one by a pause", async () => {
  const answers = ["again", "again", "done", "fail", "done"];
  const times: number[] = [];
  const failures: unknown[] = [];
  const from = performance.now();
  const schedule = createSchedule({
    work: () => {
      times.push((performance.now() - from) / 1000);
      const answer = answers.shift();
      return answer === "fail" ? Promise.reject(new Error("away")) : Promise.resolve(answer);
    },
    onFailure: (thrown) => failures.push(thrown),
    everyMs: 10_000,
    failureMs: 25_000,
  });
  schedule.wake();
  schedule.start();
  for (let ticks = 0; ticks < 60; ticks++) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await schedule.stop();
  expect(times).toEqual([10, 10, 10, 20, 50, 60].map((time) => expect.closeTo(time, -1)));
  expect(failures).toHaveLength(1);
});
