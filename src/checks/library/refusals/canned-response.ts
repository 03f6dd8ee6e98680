import { distance } from "fastest-levenshtein";
import { plainText } from "../../../platform/text/plain.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { answerHabit } from "./shared-properties.ts";

export const cannedResponse = defineCheck({
  ...answerHabit,
  name: "canned_response",
  title: "Canned fallback answer",
  description:
    "The answer is one of the configured fallback texts, or nearly (edit similarity), or more than `share` of the last `n` other answers of its test run are the same.",
  output: passesWhenFalse,
  source: "containment of chatbots",
  options: z.strictObject({
    texts: z.array(z.string().min(1).max(5000)).max(100).default([]),
    similarity: z.number().min(0).max(1).default(0.9),
    share: z.number().min(0).max(1).default(0.05),
    n: z.int().positive().max(10_000).default(500),
    min_others: z.int().positive().default(20),
  }),
  evaluate: (subject, { texts, similarity, share, n, min_others: fewest }) => {
    const others = subject.context.others?.().slice(-n) ?? [];
    if (texts.length === 0 && others.length < fewest)
      return skipped("neither fallback texts nor enough other answers are known");
    const own = plainText(subject.output).slice(0, 4000);
    const text = texts.find((each) => isAlike(plainText(each).slice(0, 4000), own, similarity));
    if (text !== undefined) return defect(true, `“${text.slice(0, 80)}”`);
    const same = others.length < fewest ? 0 : others.filter((each) => plainText(each).slice(0, 4000) === own).length;
    return defect(
      same > share * others.length,
      same === 0 ? "the answer is its own" : `${same} of ${others.length} other answers are the same`,
    );
  },
});

function isAlike(one: string, other: string, least: number): boolean {
  const longer = Math.max(one.length, other.length);
  if (longer === 0 || Math.min(one.length, other.length) < least * longer) return false;
  return 1 - distance(one, other) / longer >= least;
}
