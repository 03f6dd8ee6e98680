import { schemaProblems } from "../../../../platform/json/json-schema.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { jsonRegions, schemaOptions } from "./read-json.ts";

export const containsJson = defineCheck({
  ...format,
  name: "contains_json",
  version: 3,
  title: "Contains JSON",
  description: "The answer contains an object or array that parses, and validates where a schema is given.",
  severity: "minor",
  source: "promptfoo contains-json",
  options: z.strictObject({ schema: z.json().default(null) }),
  evaluate: (subject, { schema }) => {
    const output = subject.text("output");
    for (const region of jsonRegions(output.text)) {
      if (schema !== null && schemaProblems(schema, region.value, schemaOptions).length > 0) continue;
      return property(true, "holds JSON", [output.evidence(region.start, region.end)]);
    }
    return property(false, "holds no JSON that fits");
  },
});
