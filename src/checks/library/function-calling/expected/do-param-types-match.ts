import { isJsonObject, type JsonObject, type JsonValue } from "../../../../platform/json/json.ts";
import { type Found, scanMembers } from "../../../../platform/json/json-scan.ts";
import { defineCheck, property, skipped, usually, z } from "../../definition.ts";
import { expectedCall } from "../expected-call.ts";

export const doParamTypesMatch = defineCheck({
  ...usually,
  name: "do_param_types_match",
  title: "Parameter types match",
  description:
    "Each given parameter has the JSON type of its definition; Python type names are understood. A number in quotes is a string.",
  category: "Function calling",
  severity: "major",
  judges: "calls",
  targets: ["tool_calls"],
  needs: ["expected"],
  mode: "test run",
  source: "BFCL type_error",
  options: z.strictObject({
    /** Whether 3.0 is an integer, decided from the raw arguments. */
    int_accepts_float_integer: z.boolean().default(true),
    coerce: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    const expectation = subject.once(expectedCall);
    const { call, parameters } = expectation ?? {};
    const values = call?.parsed;
    if (!parameters || !values) return skipped("there are no arguments to compare");
    const floats = options.int_accepts_float_integer ? new Set<string>() : writtenAsFloats(call.text, values);
    const wrong = parameters.filter(
      ({ name, type }) =>
        type !== undefined &&
        Object.hasOwn(values, name) &&
        (!hasType(values[name] ?? null, type, options) || (floats.has(name) && jsonType(type) === "integer")),
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
  switch (jsonType(type)) {
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

/** Returns the members of the outermost object whose number has a point or an exponent. */
function writtenAsFloats(text: string, values: JsonObject): ReadonlySet<string> {
  const bytes = Buffer.from(text);
  const names = Object.keys(values);
  const found = scanMembers(bytes, names);
  return new Set(names.filter((name) => isFloat(bytes, found.get(name))));
}

const isFloat = (bytes: Buffer, at: Found | undefined) =>
  at !== undefined && /^-?\d+[.eE]/.test(bytes.toString("latin1", at.start, at.end));

const jsonType = (type: string) => aliases.get(type.toLowerCase()) ?? type.toLowerCase();

/** Maps Python's type names to the JSON types. Other types are not checked. */
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
