import { type z } from "zod";
import { type JsonComparison, jsonEqual } from "../../../../platform/json/json-equal.ts";
import { defineCheck, property } from "../../definition.ts";
import type { ParameterDefinition } from "../expected-call.ts";
import { expectedFunction } from "../shared-properties.ts";
import { listed, type Values, valueOptions, withArguments } from "./named-call.ts";

export const doParamValuesMatch = defineCheck({
  ...expectedFunction,
  name: "do_param_values_match",
  title: "Parameter values match",
  description:
    "Every expected parameter that is required or given has the expected value (deep equality). Parameters that are not expected are not looked at.",
  severity: "critical",
  source: "Okareo; BFCL value_error:others",
  options: valueOptions,
  evaluate: (subject, options) =>
    withArguments(subject, "fails", (values, { parameters }) => {
      const wrong = parameters.filter((parameter) => !valueMatches(values, parameter, options));
      return property(wrong.length === 0, listed(wrong, "other value for", "all values match"));
    }),
});

type Options = z.output<typeof valueOptions>;

function valueMatches(values: Values, { name, value, required }: ParameterDefinition, options: Options): boolean {
  if (!Object.hasOwn(values, name)) return !required;
  if (value === undefined) return true;
  const how: JsonComparison = {
    caseInsensitive: options.case_insensitive,
    trim: options.trim,
    coerce: options.coerce,
    ignoreOrder: options.ignore_order,
    numericTolerance: options.numeric_tolerance,
  };
  const accepted = Object.hasOwn(options.accepted_values, name) ? (options.accepted_values[name] ?? []) : [];
  return [value, ...accepted].some((each) => jsonEqual(values[name] ?? null, each, how));
}
