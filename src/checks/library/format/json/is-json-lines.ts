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
    const parsed = lines.map((line) => parseJson(line));
    const wrong = parsed.findIndex(({ ok }) => !ok);
    if (wrong >= 0) return property(false, `line ${wrong + 1} isn't JSON`);
    const kinds = new Set(
      parsed.map((one) => (one.ok && isJsonObject(one.value) ? Object.keys(one.value).toSorted().join("\n") : "")),
    );
    return property(!same || kinds.size === 1, `${lines.length} lines, ${kinds.size} sets of keys`);
  },
});
