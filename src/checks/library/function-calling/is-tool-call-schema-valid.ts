import { schemaProblems } from "../../../platform/json/json-schema.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { invalid, rangesOf } from "./invalid-calls.ts";
import { declaredTools } from "./shared-properties.ts";

export const isToolCallSchemaValid = defineCheck({
  ...declaredTools,
  name: "is_tool_call_schema_valid",
  version: 3,
  title: "Arguments satisfy the tool's JSON Schema",
  description:
    "The arguments of every call validate against the parameter schema that the request declares for the tool (draft 2020-12, or 7 if $schema names it; formats are asserted).",
  needs: ["tools"],
  source: "BFCL; promptfoo is-valid-openai-tools-call; Phoenix tool_invocation",
  options: z.strictObject({
    formats: z.boolean().default(true),
    coerce_types: z.boolean().default(false),
    strict_additional: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const judged = subject.toolCalls.flatMap((call) => {
      const schema = subject.datapoint.tools.find(({ name }) => name === call.name)?.parameters;
      return schema === undefined ? [] : [{ call, schema }];
    });
    if (judged.length === 0) return skipped("no called tool declares a schema");
    const problems = judged.flatMap(({ call, schema }) => {
      if (!call.parsed) return [{ call, problem: "the arguments are not a JSON object" }];
      return schemaProblems(schema, call.parsed, options).map((problem) => ({ call, problem }));
    });
    if (problems.length === 0) return property(true, "the arguments satisfy the schema");
    const explanations = problems.slice(0, 5).map(({ call, problem }) => `${call.name}: ${problem}`);
    return invalid(explanations.join("; "), rangesOf(subject, new Set(problems.map(({ call }) => call))));
  },
});
