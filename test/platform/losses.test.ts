import { expect, test } from "vitest";
import { asProjectId } from "../../src/platform/ids.ts";
import { createLosses } from "../../src/platform/telemetry/losses.ts";

const shop = asProjectId("shop");
const hourMs = 3_600_000;
const rejected = (project: string, reason: string, count: number) => ({
  kind: "items-rejected",
  level: "warn" as const,
  count,
  labels: { signal: "traces", reason },
  message: "",
  facts: { project },
});

test("rejections are counted by reason, most frequent first, and only for their project", () => {
  const losses = createLosses({ now: () => 0 });
  losses.record(rejected("shop", "no_trace_id", 2));
  losses.record(rejected("shop", "too_large", 3));
  losses.record(rejected("shop", "no_trace_id", 4));
  losses.record(rejected("bank", "too_large", 1));
  losses.record({ kind: "items-received", level: "debug", count: 9, message: "", facts: { project: "shop" } });
  expect(losses.of(shop)).toEqual([
    { unit: "items", signal: "traces", reason: "no_trace_id", count: 6, lastAt: 0 },
    { unit: "items", signal: "traces", reason: "too_large", count: 3, lastAt: 0 },
  ]);
});

test("rejections older than a day are not reported", () => {
  const clock = { now: 0 };
  const losses = createLosses({ now: () => clock.now });
  losses.record(rejected("shop", "too_large", 5));
  clock.now = 20 * hourMs;
  losses.record(rejected("shop", "too_large", 1));
  expect(losses.of(shop)).toMatchObject([{ count: 6 }]);
  clock.now = 25 * hourMs;
  expect(losses.of(shop)).toMatchObject([{ count: 1 }]);
  clock.now = 60 * hourMs;
  expect(losses.of(shop)).toEqual([]);
});

test("the list stays bounded; the least recently updated entry is removed first", () => {
  const losses = createLosses({ now: () => 0 });
  for (let number = 0; number < 5000; number++) losses.record(rejected(`project ${number}`, "too_large", 1));
  expect(losses.of(asProjectId("project 0"))).toEqual([]);
  expect(losses.of(asProjectId("project 4999"))).toHaveLength(1);
});
