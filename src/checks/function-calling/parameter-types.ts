import { z } from "zod";
import { defineCheck } from "../../domain/check.ts";
import { property, skipped } from "../../domain/outcome.ts";
import { isJsonObject, type JsonValue } from "../../lib/json.ts";
import { expectedCall } from "./expected-call.ts";

export const doParamTypesMatch = defineCheck({
  name: "do_param_types_match",
  version: 1,
  title: "Parameter types match",
  description:
    "Each given parameter has the JSON type of its definition; Python type names are understood. A number in quotes is a string.",
  category: "Function calling",
  severity: "major",
  costClass: "cheap",
  judges: "calls",
  targets: ["tool_calls"],
  needs: ["expected"],
  mode: "test run",
  finds: "behaviour",
  tier: 1,
  output: { type: "boolean", rule: "pass when true" },
  source: "BFCL type_error",
  options: z.strictObject({
    coerce: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    const expectation = subject.once(expectedCall);
    const values = expectation?.call?.parsed;
    if (!expectation || !values) return skipped("there are no arguments to compare");
    const wrong = expectation.parameters.filter(
      ({ name, type }) =>
        type !== undefined && Object.hasOwn(values, name) && !hasType(values[name] ?? null, type, options),
    );
    const names = wrong.map(({ name, type }) => `${name} is not ${type}`);
    return property(wrong.length === 0, wrong.length === 0 ? "all types match" : names.join(", "));
  },
});

interface TypeOptions {
  readonly coerce: boolean;
}

function hasType(value: JsonValue, type: string, options: TypeOptions): boolean {
  const numeric = options.coerce && typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  switch (aliases.get(type.toLowerCase()) ?? type.toLowerCase()) {
    case "string":
      return typeof value === "string";
    case "integer":
      return Number.isInteger(numeric);
    case "number":
      return typeof numeric === "number" && Number.isFinite(numeric);
    case "boolean":
      return typeof value === "boolean" || (options.coerce && (value === "true" || value === "false"));
    case "array":
      return Array.isArray(value);
    case "object":
      return isJsonObject(value);
    case "null":
      return value === null;
    default:
      return true;
  }
}

/** Python's names of the JSON types. A type that is neither is not judged. */
const aliases = new Map([
  ["str", "string"],
  ["int", "integer"],
  ["float", "number"],
  ["bool", "boolean"],
  ["list", "array"],
  ["tuple", "array"],
  ["dict", "object"],
  ["none", "null"],
]);
