import type { Outcome, Subject, ToolCall } from "../../../../datapoints/index.ts";
import type { JsonValue } from "../../../../platform/json/json.ts";
import { property, skipped, z } from "../../definition.ts";
import { type ExpectedCall, expectedCall, type ParameterDefinition } from "../expected-call.ts";

export const nameOptions = z.strictObject({
  case_sensitive: z.boolean().default(true),
  call_index: z.union([z.literal("auto"), z.int().nonnegative()]).default("auto"),
});

const comparison = {
  case_insensitive: z.boolean().default(false),
  trim: z.boolean().default(true),
  coerce: z.boolean().default(false),
  ignore_order: z.boolean().default(false),
  numeric_tolerance: z.number().nonnegative().default(0),
};

export const valueOptions = z.strictObject({
  ...comparison,
  accepted_values: z.record(z.string(), z.array(z.json())).default({}),
});

export type Values = Readonly<Record<string, JsonValue>>;

export function withExpectation(subject: Subject, judge: (expectation: ExpectedCall) => Outcome): Outcome {
  const expectation = subject.once(expectedCall);
  return expectation ? judge(expectation) : skipped("the expectation names no function call");
}

/** Fails or skips a response without arguments. */
export function withArguments(
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

export function listed(parameters: readonly ParameterDefinition[], what: string, otherwise: string): string {
  return parameters.length === 0 ? otherwise : `${what}: ${parameters.map(({ name }) => name).join(", ")}`;
}
