import { atPath, type JsonValue } from "../../../../platform/json/json.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { readJson } from "./read-json.ts";

export const jsonRequiredKeys = defineCheck({
  ...format,
  name: "json_required_keys",
  title: "Required keys present and filled",
  description: "Each dotted path exists in the JSON of the answer and is neither null nor, by default, empty.",
  severity: "major",
  needs: ["config"],
  source: "Guardrails; Opik",
  options: z.strictObject({ required: z.array(z.string()).default([]), allow_empty: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    if (options.required.length === 0) return skipped("no keys are configured");
    const read = readJson(subject.text("output"), true);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const missing = options.required.filter((path) => {
      const value = atPath(read.value, path);
      return value === undefined || value === null || (!options.allow_empty && isEmpty(value));
    });
    return property(
      missing.length === 0,
      missing.length === 0 ? "all keys are filled" : `missing or empty: ${missing.join(", ")}`,
    );
  },
});

function isEmpty(value: JsonValue): boolean {
  return value === "" || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
}
