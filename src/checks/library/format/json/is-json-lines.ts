import { isJsonObject, parseJson } from "../../../../platform/json/json.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { unfenced } from "../answer-json.ts";
import { jsonShape } from "../shared-properties.ts";

export const isJsonLines = defineCheck({
  ...jsonShape,
  name: "is_json_lines",
  costClass: "medium",
  title: "Valid JSON Lines",
  description:
    "Every line of the answer that is not blank is JSON, `min_lines` at least; with `same_keys` all objects have the same keys.",
  source: "jsonlines.org; batch APIs",
  options: z.strictObject({ same_keys: z.boolean().default(false), min_lines: z.int().positive().default(1) }),
  evaluate: (subject, { same_keys: same, min_lines: least }) => {
    const lines = unfenced(subject.text("output"))
      .split("\n")
      .filter((line) => line.trim() !== "");
    if (lines.length < least) return property(false, `${lines.length} lines`);
    const kinds = new Set<string>();
    for (const [at, line] of lines.entries()) {
      const parsed = parseJson(line);
      if (!parsed.ok) return property(false, `line ${at + 1} isn't JSON`);
      kinds.add(isJsonObject(parsed.value) ? Object.keys(parsed.value).toSorted().join("\n") : "");
    }
    return property(!same || kinds.size === 1, `${lines.length} lines, ${kinds.size} sets of keys`);
  },
});
