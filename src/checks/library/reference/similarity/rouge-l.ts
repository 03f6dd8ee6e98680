import { defineCheck, scored, shareOption, within, z } from "../../definition.ts";
import { beta, fMeasure, rougeTokens } from "../ngrams.ts";
import { ofReference, withReferences } from "../reference.ts";

export const rougeL = defineCheck({
  ...ofReference,
  name: "rouge_l",
  title: "ROUGE-L",
  description:
    "F-measure of the longest common subsequence of words of answer and reference; the best over references.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.3", "higher"),
  source: "Lin 2004; Ragas; HELM",
  options: z.strictObject({ beta, threshold: shareOption(0.3), max_tokens: z.int().positive().max(2000).default(600) }),
  evaluate: (subject, { beta, threshold, max_tokens: maxTokens }) =>
    withReferences(subject, (references) => {
      const output = rougeTokens(subject.output, true).slice(0, maxTokens);
      const best = Math.max(
        ...references.map((each) => {
          const given = rougeTokens(each, true).slice(0, maxTokens);
          return fMeasure(longestCommon(output, given), output.length, given.length, beta);
        }),
      );
      return within(best, { min: threshold }, "ROUGE-L");
    }),
});

/** Returns the length of the longest common subsequence, in O(n·m) with one row. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  const row = new Uint16Array(other.length + 1);
  for (const word of one) {
    let diagonal = 0;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at] ?? 0;
      row[at] = other[at - 1] === word ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0);
      diagonal = above;
    }
  }
  return row[other.length] ?? 0;
}
