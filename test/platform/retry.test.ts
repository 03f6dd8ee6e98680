import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitUntilUp } from "../../src/platform/scheduling/retry.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

function setUp(isUpAfter: number, { timeoutMs = 60_000, isAway = (): boolean => true } = {}) {
  const lines: string[] = [];
  let attempts = 0;
  const opened = waitUntilUp(
    () => (++attempts > isUpAfter ? Promise.resolve("open") : Promise.reject(new Error("refused"))),
    { isAway, timeoutMs, onAway: (reason, { attempt }) => lines.push(`${attempt} ${reason}`) },
  ).catch((thrown: unknown) => thrown);
  return { lines, opened, attempts: () => attempts };
}

test("a server that comes up is opened, with a line for each attempt before", async () => {
  const { lines, opened } = setUp(3);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await opened).toBe("open");
  expect(lines).toEqual(["1 refused", "2 refused", "3 refused"]);
});

test("one that stays away is given up after the time", async () => {
  const { opened, attempts } = setUp(1e9);
  await vi.advanceTimersByTimeAsync(61_000);
  expect(await opened).toMatchObject({ message: "refused" });
  expect(attempts()).toBeGreaterThan(10);
});

test.each([{ timeoutMs: 0 }, { isAway: () => false }])("%o: one attempt", async (options) => {
  const { opened, attempts, lines } = setUp(1e9, options);
  expect(await opened).toMatchObject({ message: "refused" });
  expect([attempts(), lines]).toEqual([1, []]);
});
