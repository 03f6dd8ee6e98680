import type { Outcome } from "../../datapoints/index.ts";
import type { JudgeOptions, JudgeRequest } from "./judge.ts";
import { scored } from "./prompt/read-answer.ts";

type Verdict = Extract<Outcome, { readonly value: unknown }>;

/** Returns how often a check is evaluated: once, or as its option requires. */
export function timesOf({ check, options }: JudgeRequest): number {
  const { askedTimes } = check.rubric;
  return askedTimes === undefined ? 1 : Number((check.options.parse(options) as JudgeOptions)[askedTimes]);
}

/**
 * Returns the first answer without a value, or else their mean with the explanation of the answer nearest to
 * it.
 */
export function meanOf(request: JudgeRequest, answers: readonly Outcome[]): Outcome {
  const given: Verdict[] = [];
  for (const answer of answers) {
    if (!("value" in answer)) return answer;
    given.push(answer);
  }
  const values = given.map(({ value }) => Number(value));
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const [nearest] = given.toSorted(
    (one, other) => Math.abs(Number(one.value) - mean) - Math.abs(Number(other.value) - mean),
  );
  const explanation = `Mean of ${values.join(", ")}. ${nearest?.explanation ?? ""}`;
  return scored(request, mean, { explanation, evidence: nearest?.evidence ?? [] });
}
