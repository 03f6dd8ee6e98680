import type { Datapoint } from "../../../src/datapoints/datapoint.ts";
import type { EvaluationContext } from "../../../src/datapoints/traces/evaluation-context.ts";
import type { VerdictState } from "../../../src/datapoints/verdicts/verdict.ts";
import type { Json } from "../../../src/platform/json/json.ts";
import { type Dialog, dialog } from "../../support/data/datapoints.ts";

/** The expected verdict of a check on one datapoint. */
export interface CheckCase {
  readonly state: VerdictState;
  readonly datapoint: Datapoint;
  readonly options?: Readonly<Record<string, Json>>;
  readonly expected?: Json;
  readonly traceContext?: EvaluationContext;
  readonly value?: boolean | number;
  /** Text of the first piece of evidence. */
  readonly evidence?: string;
  readonly errorType?: string;
}

export type Rest = Omit<CheckCase, "state" | "datapoint">;

/** Shorthand for cases: an answer as text, or a whole dialog. */
export const passes = (given: string | Dialog, rest: Rest = {}): CheckCase => made("passed", given, rest);
export const fails = (given: string | Dialog, rest: Rest = {}): CheckCase => made("failed", given, rest);
export const skips = (given: string | Dialog, rest: Rest = {}): CheckCase => made("skipped", given, rest);

/** A call that failed: every check of an answer is skipped for it. */
export const failedCall: Dialog = {
  input: "Hello",
  more: { error: { type: "rate_limited", status: 429, message: "Too many requests" }, finishReasons: [] },
};

function made(state: VerdictState, given: string | Dialog, rest: Rest): CheckCase {
  return { state, datapoint: dialog(typeof given === "string" ? { output: given } : given), ...rest };
}
