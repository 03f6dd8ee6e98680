import { type JsonValue, member } from "../../../../platform/json/json.ts";
import { schemaProblems } from "../../../../platform/json/json-schema.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { readJson, schemaOptions } from "./read-json.ts";

export const jsonSchemaMatch = defineCheck({
  ...format,
  name: "json_schema_match",
  version: 3,
  title: "JSON matches a schema",
  description:
    "The answer parses and validates against the given schema or, where none is given, the schema of the request's response format.",
  severity: "critical",
  needs: ["config"],
  source: "DeepEval JsonCorrectness; OpenAI structured outputs",
  options: z.strictObject({ schema: z.json().default(null), strip_fence: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    const schema = options.schema ?? requestedSchema(subject.datapoint.params.responseFormat);
    if (schema === undefined || schema === null) return skipped("no schema is given, by the check or by the request");
    const read = readJson(subject.text("output"), options.strip_fence);
    if (!read.ok) return property(false, `not JSON: ${read.message}`);
    const problems = schemaProblems(schema, read.value, schemaOptions);
    return property(
      problems.length === 0,
      problems.length === 0 ? "the schema is satisfied" : problems.slice(0, 5).join("; "),
    );
  },
});

/** Reads OpenAI's `{type: "json_schema", json_schema: {schema}}`, its Responses form, or Gemini's bare schema. */
function requestedSchema(responseFormat: JsonValue | undefined): JsonValue | undefined {
  return member(member(responseFormat, "json_schema"), "schema") ?? member(responseFormat, "schema");
}
