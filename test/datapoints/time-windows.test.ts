import { expect, test } from "vitest";
import { firstWindowMs, minWindowMs, nextWindowMs, shorterWindowMs } from "../../src/datapoints/lists/time-windows.ts";

const hourMs = 3_600_000;

test.each([
  ["eight times as long where that is quick", { lengthMs: hourMs, tookMs: 20 }, 1900, 8 * hourMs],
  ["what likely fits where it is not", { lengthMs: 64 * hourMs, tookMs: 900 }, 1350, 64 * hourMs],
  ["never less than a minute", { lengthMs: hourMs, tookMs: 1990 }, 1, minWindowMs],
  [
    "the whole rest after three weeks without a time limit",
    { lengthMs: 512 * hourMs, tookMs: 900 },
    Infinity,
    Infinity,
  ],
] as const)("the next stretch is %s", (_, looked, leftMs, expected) => {
  expect(nextWindowMs(looked, leftMs)).toBe(expected);
});

test("a stretch that was not read in its time is tried shorter, down to a minute", () => {
  const tried = [firstWindowMs];
  while (tried.at(-1) !== minWindowMs) tried.push(shorterWindowMs(tried.at(-1) ?? 0));
  expect(tried).toEqual([hourMs, hourMs / 8, minWindowMs]);
});
