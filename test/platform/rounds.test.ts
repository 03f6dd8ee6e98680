import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createRounds } from "../../src/platform/scheduling/rounds.ts";

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
  const rounds = createRounds(share === undefined ? options : { ...options, share });
  rounds.start();
  await vi.advanceTimersByTimeAsync(60_000);
  void rounds.stop();
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
