import type { Outcome } from "../../datapoints/index.ts";
import type { JudgeRequest } from "./judge.ts";
import type { Block } from "./prompt/blocks.ts";

/** The outcome of each check of a call, by name. */
export type Outcomes = ReadonlyMap<string, Outcome>;

export const forPeople: Outcome = {
  kind: "broken",
  reason: "needs a person: a text consists of nothing but what speaks to the judge",
};

export const noVerdict: Outcome = { kind: "broken", reason: "the judge gave no verdict" };

export const declined = (how: string): Outcome => ({
  kind: "broken",
  reason: `the judge model declined to judge: ${how.slice(0, 200)}`,
});

export const everyOne = (requests: readonly JudgeRequest[], outcome: Outcome) =>
  new Map(requests.map(({ check }) => [check.name, outcome] as const));

/** Adds a note to verdicts on truncated texts. */
export function declared(outcomes: Outcomes, blocks: readonly Block[]): Outcomes {
  const cut = blocks.filter((block) => block.cut > 0);
  if (cut.length === 0) return outcomes;
  const note = `Judged on a cut text: ${cut.map((block) => `${block.cut} characters of ${block.field} were left out`).join(", ")}.`;
  return new Map([...outcomes].map(([name, outcome]) => [name, withNote(outcome, note)]));
}

export function withNote(outcome: Outcome, note: string): Outcome {
  if (outcome.kind === "passed" || outcome.kind === "failed")
    return { ...outcome, explanation: `${outcome.explanation}\n${note}` };
  return outcome;
}
