import { expect, test } from "vitest";
import { changedFields, fieldText, merged } from "../../dashboards/app/src/platform/ui/forms/edit-form.tsx";

const before = { name: "Refunds", checks: ["a"], maxPerMinute: undefined as number | undefined };

test("keeps changes of either version, and the local one where both changed a field", () => {
  const mine = { ...before, name: "Returns", maxPerMinute: 60 };
  const saved = { ...before, checks: ["a", "b"], maxPerMinute: 30 };
  expect(merged(before, mine, saved)).toEqual({ name: "Returns", checks: ["a", "b"], maxPerMinute: 60 });
});

test("equal lists are no change; an added or removed rule is one", () => {
  expect(changedFields(before, { ...before, checks: ["a"] })).toEqual([]);
  expect(changedFields(before, { ...before, maxPerMinute: 1 })).toEqual(["maxPerMinute"]);
  expect(changedFields({ ...before, maxPerMinute: 1 }, before)).toEqual(["maxPerMinute"]);
});

test("shows field names in words", () => {
  expect(fieldText("noDataAfterMinutes")).toBe("no data after minutes");
});
