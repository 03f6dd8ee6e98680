import type { JsonValue } from "../../../platform/json/json.ts";
import { jsonEqual } from "../../../platform/json/json-equal.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { ofReference } from "./reference.ts";
import { referenceJson } from "./reference-json.ts";

export const jsonEquals = defineCheck({
  ...ofReference,
  name: "json_equals",
  title: "JSON deep equal",
  description:
    "The answer parsed as JSON equals the reference, regardless of key order; ignored paths are top-level keys.",
  source: "promptfoo equals; OpenAI graders",
  options: z.strictObject({
    ignore: z.array(z.string()).default([]),
    ignore_array_order: z.boolean().default(false),
    numeric_tolerance: z.number().nonnegative().default(0),
  }),
  evaluate: (subject, options) => {
    const reference = referenceJson(subject.expected);
    if (reference === undefined) return skipped("the reference is not JSON");
    const { json } = subject.text("output");
    if (!json.ok) return property(false, `not JSON: ${json.message}`);
    const how = { ignoreOrder: options.ignore_array_order, numericTolerance: options.numeric_tolerance };
    const same = jsonEqual(without(json.value, options.ignore), without(reference, options.ignore), how);
    return property(same, same ? "equal" : "not equal");
  },
});

function without(value: JsonValue, keys: readonly string[]): JsonValue {
  if (keys.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
