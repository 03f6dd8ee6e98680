import type { Subject, ToolCall } from "../../../../datapoints/index.ts";
import { isJsonObject, member } from "../../../../platform/json/json.ts";
import { defineCheck, property, skipped, z } from "../../definition.ts";
import { invalid, rangesOf } from "../invalid-calls.ts";
import { declaredTools } from "../shared-properties.ts";

export const areToolArgumentsParseable = defineCheck({
  ...declaredTools,
  name: "are_tool_arguments_parseable",
  title: "Arguments are valid JSON",
  description:
    "The arguments of every call parse to a JSON object. Empty arguments pass only where the tool requires no parameter.",
  source: "promptfoo; malformed function arguments as providers return them",
  options: z.strictObject({ allow_empty: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    if (subject.toolCalls.length === 0) return skipped("no tool was called");
    const broken = subject.toolCalls.filter(
      (call) => !call.parsed && !(options.allow_empty && call.text.trim() === "" && requiresNothing(subject, call)),
    );
    if (broken.length === 0) return property(true, "all arguments are JSON objects");
    const names = broken.map(({ name }) => name).join(", ");
    return invalid(`not a JSON object: ${names}`, rangesOf(subject, new Set(broken)));
  },
});

function requiresNothing({ datapoint }: Subject, { name }: ToolCall): boolean {
  const schema = datapoint.tools.find((tool) => tool.name === name)?.parameters;
  const required = isJsonObject(schema) ? member(schema, "required") : undefined;
  return !Array.isArray(required) || required.length === 0;
}
