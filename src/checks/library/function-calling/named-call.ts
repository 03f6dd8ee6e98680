import { z } from "zod";
import type { Subject, ToolCall } from "../../../datapoints/traces/subject.ts";
import type { Outcome } from "../../../datapoints/verdicts/verdict.ts";
import { isJsonObject, type JsonValue, member } from "../../../platform/json/json.ts";
import { type JsonComparison, jsonEqual } from "../../../platform/json/json-equal.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { type ExpectedCall, expectedCall, type ParameterDefinition } from "./expected-call.ts";

/** Four named checks of a function call against its expected result, and their types and sum. */
const common = {
  version: 1,
  category: "Function calling",
  costClass: "cheap",
  judges: "calls",
  targets: ["tool_calls"],
  needs: ["expected"],
  mode: "test run",
  finds: "behavior",
  tier: 1,
} as const;

const boolean = { type: "boolean", rule: "pass when true" } as const;

const nameOptions = z.strictObject({
  case_sensitive: z.boolean().default(true),
  call_index: z.union([z.literal("auto"), z.int().nonnegative()]).default("auto"),
});

export const isFunctionCorrect = defineCheck({
  ...common,
  name: "is_function_correct",
  title: "Function name is correct",
  description: "The compared tool call has exactly the expected function name. A response without any call fails.",
  severity: "critical",
  output: boolean,
  source: "Okareo; BFCL simple_function_checker",
  options: nameOptions,
  evaluate: (subject, options) =>
    withExpectation(subject, (expectation) => {
      const call = options.call_index === "auto" ? expectation.call : subject.toolCalls[options.call_index];
      if (!call) return property(false, "no tool was called");
      const same = (text: string) => (options.case_sensitive ? text : text.toLowerCase());
      const holds = expectation.name !== undefined && same(call.name) === same(expectation.name);
      return property(holds, `called ${call.name}, expected ${expectation.name ?? "another"}`);
    }),
});

export const areRequiredParamsPresent = defineCheck({
  ...common,
  name: "are_required_params_present",
  title: "Required parameters present",
  description:
    "Every required parameter of the expectation is given in the compared call and, by default, is not null.",
  severity: "critical",
  output: boolean,
  source: "Okareo; BFCL missing_required",
  options: z.strictObject({ null_is_absent: z.boolean().default(true) }),
  evaluate: (subject, options) =>
    withArguments(subject, "fails", (values, { parameters }) => {
      const missing = parameters.filter(
        ({ name, required }) => required && isAbsent(values[name], Object.hasOwn(values, name), options.null_is_absent),
      );
      return property(missing.length === 0, listed(missing, "missing", "every required parameter is there"));
    }),
});

export const areAllParamsExpected = defineCheck({
  ...common,
  name: "are_all_params_expected",
  title: "No unexpected parameters",
  description:
    "The compared call gives no parameter that the expectation (or, by option, the tool's schema) does not know.",
  severity: "major",
  output: boolean,
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

const comparison = {
  case_insensitive: z.boolean().default(false),
  trim: z.boolean().default(true),
  coerce: z.boolean().default(false),
  ignore_order: z.boolean().default(false),
  numeric_tolerance: z.number().nonnegative().default(0),
};
const valueOptions = z.strictObject({
  ...comparison,
  accepted_values: z.record(z.string(), z.array(z.json())).default({}),
});

export const doParamValuesMatch = defineCheck({
  ...common,
  name: "do_param_values_match",
  title: "Parameter values match",
  description:
    "Every expected parameter that is required or given has the expected value (deep equality). Parameters that are not expected are not looked at.",
  severity: "critical",
  output: boolean,
  source: "Okareo; BFCL value_error:others",
  options: valueOptions,
  evaluate: (subject, options) =>
    withArguments(subject, "fails", (values, { parameters }) => {
      const wrong = parameters.filter((parameter) => !valueMatches(values, parameter, options));
      return property(wrong.length === 0, listed(wrong, "other value for", "all values match"));
    }),
});

const partNames = {
  name: "name",
  required: "required parameters",
  unexpected: "no unexpected parameters",
  values: "values",
} as const;
type Part = keyof typeof partNames;
const parts: readonly Part[] = ["name", "required", "unexpected", "values"];
const weight = z.number().nonnegative().default(1);
const weights = z
  .strictObject({ name: weight, required: weight, unexpected: weight, values: weight })
  .refine((given) => parts.some((part) => given[part] > 0), "one weight at least is above 0");

export const functionCallValidator = defineCheck({
  ...common,
  name: "function_call_validator",
  title: "Function call fully valid",
  description:
    "Share of the four function checks (name, required, no unexpected, values) that hold, weighted if wanted; passes when all do.",
  severity: "critical",
  output: { type: "score", rule: "0..1; pass ≥ 1" },
  source: "Okareo function_call_validator",
  options: z.strictObject({ weights: z.union([z.literal("equal"), weights]).default("equal") }),
  evaluate: (subject, { weights }) => {
    const outcomes = {
      name: isFunctionCorrect.evaluate(subject, nameOptions.parse({})),
      required: areRequiredParamsPresent.evaluate(subject, { null_is_absent: true }),
      unexpected: areAllParamsExpected.evaluate(subject, { allow_schema_params: false }),
      values: doParamValuesMatch.evaluate(subject, valueOptions.parse({})),
    };
    if (outcomes.name.kind === "skipped") return outcomes.name;
    const weightOf = (part: Part) => (weights === "equal" ? 1 : weights[part]);
    const sum = (some: readonly Part[]) => some.reduce((all, part) => all + weightOf(part), 0);
    const wrong = parts.filter((part) => outcomes[part].kind !== "passed");
    return {
      kind: wrong.length === 0 ? "passed" : "failed",
      value: 1 - sum(wrong) / sum(parts),
      explanation:
        wrong.length === 0
          ? "name, parameters and values are right"
          : `wrong: ${wrong.map((part) => partNames[part]).join(", ")}`,
      evidence: [],
    };
  },
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

type Values = Readonly<Record<string, JsonValue>>;

function withExpectation(subject: Subject, judge: (expectation: ExpectedCall) => Outcome): Outcome {
  const expectation = subject.once(expectedCall);
  return expectation ? judge(expectation) : skipped("the expectation names no function call");
}

/** Fails or skips a response without arguments. */
function withArguments(
  subject: Subject,
  otherwise: "fails" | "skips",
  judge: (values: Values, expectation: ExpectedCall, call: ToolCall) => Outcome,
): Outcome {
  return withExpectation(subject, (expectation) => {
    const { call } = expectation;
    const reason = call ? "the arguments are not a JSON object" : "no tool was called";
    if (call?.parsed) return judge(call.parsed, expectation, call);
    return otherwise === "fails" ? property(false, reason) : skipped(reason);
  });
}

function isAbsent(value: JsonValue | undefined, own: boolean, nullIsAbsent: boolean): boolean {
  return !own || value === undefined || (nullIsAbsent && value === null);
}

function listed(parameters: readonly ParameterDefinition[], what: string, otherwise: string): string {
  return parameters.length === 0 ? otherwise : `${what}: ${parameters.map(({ name }) => name).join(", ")}`;
}

function schemaParameters({ datapoint }: Subject, call: ToolCall): readonly string[] {
  const properties = member(datapoint.tools.find(({ name }) => name === call.name)?.parameters, "properties");
  return isJsonObject(properties) ? Object.keys(properties) : [];
}
