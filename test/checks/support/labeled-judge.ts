import type { JudgeAnswer, JudgeCheck, JudgeOptions } from "../../../src/checks/judges/judge.ts";
import { subjectOf } from "../../../src/datapoints/traces/subject.ts";
import type { Decide } from "../../support/providers/fake-judge.ts";
import type { JudgedCase } from "./judged-cases.ts";

/** A judge that returns the human label of a case, in the format of the check's answer. */
export function judgeByLabel(check: JudgeCheck, { label, quotes, datapoint, options }: JudgedCase): Decide {
  const passes = label === "passed";
  const common = { applies: label !== "skipped", evidence: quotes, reasoning: `A person says it ${label}.` };
  const output = subjectOf(datapoint).text("output").text;
  return (_, { blocks }) => {
    const { answer } = check.rubric;
    switch (answer.kind) {
      case "yes_no":
        return { ...common, verdict: passes === answer.passesWhen };
      case "levels":
        return { ...common, verdict: passes ? 5 : 1 };
      case "classes":
        return { ...common, verdict: classFor(answer, passes) };
      case "pairwise":
        return { ...common, verdict: (blocks.get("answer") === output) === passes ? "first" : "second" };
      case "items": {
        const entry = { item: "all of it", evidence: quotes[0] ?? "", label: labelFor(check, options, passes) };
        return { applies: common.applies, reasoning: common.reasoning, verdict: [entry] };
      }
      case "embedding":
        return passes;
      default:
        throw new Error(`no library check answers by ${answer.kind}`);
    }
  };
}

function labelFor(check: JudgeCheck, options: JudgedCase["options"], passes: boolean): string {
  const { answer } = check.rubric;
  const parsed = check.options.parse(options) as JudgeOptions & { threshold?: number };
  const { threshold = 0 } = parsed;
  if (answer.kind !== "items") throw new Error(`${check.name} counts no items`);
  const label = Object.keys(answer.labels).find((one) => {
    const value = answer.score([one], parsed);
    return value !== undefined && value >= threshold === passes;
  });
  if (label === undefined) throw new Error(`no label of ${check.name} alone makes it ${passes ? "pass" : "fail"}`);
  return label;
}

function classFor({ classes }: JudgeAnswer & { kind: "classes" }, passes: boolean): string {
  const best = Object.entries(classes).toSorted(([, one], [, two]) => two.score - one.score);
  return best.at(passes ? 0 : -1)?.[0] ?? "";
}
