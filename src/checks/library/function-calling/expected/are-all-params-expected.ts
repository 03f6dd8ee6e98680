import type { Subject, ToolCall } from "../../../../datapoints/index.ts";
import { isJsonObject, member } from "../../../../platform/json/json.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { expectedFunction } from "../shared-properties.ts";
import { withArguments } from "./named-call.ts";

export const areAllParamsExpected = defineCheck({
  ...expectedFunction,
  name: "are_all_params_expected",
  title: "No unexpected parameters",
  description:
    "The compared call gives no parameter that the expectation (or, by option, the tool's schema) does not know.",
  severity: "major",
  source: "Okareo; BFCL unexpected_param",
  options: z.strictObject({ allow_schema_params: z.boolean().default(false) }),
  evaluate: (subject, options) =>
    withArguments(subject, "skips", (values, { parameters }, call) => {
      const known = new Set(parameters.map(({ name }) => name));
      if (options.allow_schema_params) for (const name of schemaParameters(subject, call)) known.add(name);
      const extra = Object.keys(values).filter((name) => !known.has(name));
      return property(
        extra.length === 0,
        extra.length === 0 ? "no other parameter" : `unexpected: ${extra.join(", ")}`,
      );
    }),
});

function schemaParameters({ datapoint }: Subject, call: ToolCall): readonly string[] {
  const properties = member(datapoint.tools.find(({ name }) => name === call.name)?.parameters, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
