import type { Outcome } from "../verdicts/verdict.ts";
import type { JudgeAsk, JudgeOptions } from "./judge.ts";
import { scored } from "./prompt/read-answer.ts";

type Verdict = Extract<Outcome, { readonly value: unknown }>;

/** How often the question of a check is put: once, or as its option says. */
export function timesOf({ check, options }: JudgeAsk): number {
  const { askedTimes } = check.rubric;
  return askedTimes === undefined ? 1 : Number((check.options.parse(options) as JudgeOptions)[askedTimes]);
}

/** Of several answers to one question: the first that is no verdict, else their mean with the words of the nearest one. */
export function meanOf(ask: JudgeAsk, answers: readonly Outcome[]): Outcome {
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
  return scored(ask, mean, { explanation, evidence: nearest?.evidence ?? [] });
}
