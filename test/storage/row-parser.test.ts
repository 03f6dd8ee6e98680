import { expect, test } from "vitest";
import { z } from "zod";
import { Failure } from "../../src/platform/failure.ts";
import { anyJson, json, rowParser } from "../../src/storage/service.ts";

const parse = rowParser("monitors", {
  checks: json(z.array(z.object({ check: z.string() }))),
  rules: json(anyJson).nullable(),
});

test("columns of a row are read by their schemas", () => {
  const row = { id: "monitor_1", name: "Refunds", checks: '[{"check":"is_json"}]', rules: '{"__proto__":[1]}' };
  const { checks, rules } = parse(row);
  expect(checks).toEqual([{ check: "is_json" }]);
  expect(JSON.stringify(rules)).toBe('{"__proto__":[1]}');
  expect(parse({ ...row, rules: null }).rules).toBeNull();
});

test.each([
  ["JSON of another shape", '[{"check":"is_json"},{"check":{"secret":"sk-very-secret"}}]'],
  ["JSON that is cut", '[{"check":"sk-very-secret'],
  ["nothing", undefined],
])("a column with %s is a defect that names table, column and row, without content", (_, checks) => {
  const read = () => parse({ id: "monitor_1", checks, rules: null });
  expect(read).toThrow(Failure);
  try {
    read();
  } catch (thrown) {
    const { blame, facts, message, cause } = thrown as Failure;
    expect({ blame, facts, message, cause }).toEqual({
      blame: "defect",
      facts: { table: "monitors", column: "checks", id: "monitor_1" },
      message: "a stored row cannot be read: monitors.checks",
      cause: undefined,
    });
  }
});
