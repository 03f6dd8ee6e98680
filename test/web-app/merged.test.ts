import { expect, test } from "vitest";
import { changedFields, fieldText, merged } from "../../dashboards/app/src/platform/ui/forms/merged.ts";

const before = { name: "Refunds", checks: ["a"], maxPerMinute: undefined as number | undefined };

test("what only one of two changed is kept of each, and where both did, one's own", () => {
  const mine = { ...before, name: "Returns", maxPerMinute: 60 };
  const theirs = { ...before, checks: ["a", "b"], maxPerMinute: 30 };
  expect(merged(before, mine, theirs)).toEqual({ name: "Returns", checks: ["a", "b"], maxPerMinute: 60 });
});

test("equal lists are no change, a rule that came or went is one", () => {
  expect(changedFields(before, { ...before, checks: ["a"] })).toEqual([]);
  expect(changedFields(before, { ...before, maxPerMinute: 1 })).toEqual(["maxPerMinute"]);
  expect(changedFields({ ...before, maxPerMinute: 1 }, before)).toEqual(["maxPerMinute"]);
});

test("fields are told in words", () => {
  expect(fieldText("noDataAfterMinutes")).toBe("no data after minutes");
});
