import { expect, test } from "vitest";
import { createSeen } from "../../../src/lib/seen.ts";

const keys = (from: number, count: number) => Array.from({ length: count }, (_, i) => `key ${from + i}`);

test("never forgets one of the last keys", () => {
  const seen = createSeen(1000);
  for (const key of keys(0, 5000)) seen.add(key);
  expect(keys(4000, 1000).filter((key) => !seen.has(key))).toEqual([]);
});

test("is seldom wrong about keys it never saw", () => {
  const seen = createSeen(1000);
  for (const key of keys(0, 2000)) seen.add(key);
  expect(keys(10_000, 10_000).filter((key) => seen.has(key)).length).toBeLessThan(200);
});

test("forgets in the end", () => {
  const seen = createSeen(100);
  for (const key of keys(0, 10_000)) seen.add(key);
  expect(keys(0, 100).filter((key) => seen.has(key)).length).toBeLessThan(10);
});
