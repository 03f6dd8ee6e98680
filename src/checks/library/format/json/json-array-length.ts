import { atPath, parseJson } from "../../../../platform/json/json.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { jsonShape } from "../shared-properties.ts";

export const jsonArrayLength = defineCheck({
  ...jsonShape,
  name: "json_array_length",
  title: "JSON array length in range",
  description:
    "The array that is the answer or is at `path` in it has `min` to `max` items, with `unique` all different.",
  source: "JSON Schema minItems, maxItems, uniqueItems; Guardrails ValidLength",
  options: z.strictObject({
    path: z.string().optional(),
    min: z.int().nonnegative().default(1),
    max: z.int().nonnegative().optional(),
    unique: z.boolean().default(false),
  }),
  evaluate: (subject, { path, min, max = Infinity, unique }) => {
    const parsed = parseJson(unfenced(subject.text("output")));
    if (!parsed.ok) return property(false, "the answer isn't JSON");
    const found = path === undefined ? parsed.value : atPath(parsed.value, path);
    if (!Array.isArray(found)) return property(false, "there is no array");
    if (found.length < min || found.length > max) return property(false, `${found.length} items`);
    const kinds = new Set(found.map((one) => JSON.stringify(one)));
    return property(!unique || kinds.size === found.length, `${found.length} items, ${kinds.size} of them different`);
  },
});
