import { knownRuns, runsOf } from "../../../../platform/text/runs.ts";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { repetition } from "../shared-properties.ts";

export const repeatedNgramShare = defineCheck({
  ...repetition,
  name: "repeated_ngram_share",
  title: "Repeated n-grams",
  description: "Share of the answer's word n-grams that occurred before in it; tables and code are left out.",
  output: scored("0..1; pass ≤ 0.2", "lower"),
  source: "rep-n (Welleck et al. 2019); Gopher quality filters (Rae et al. 2021)",
  options: z.strictObject({
    n: z.int().min(1).max(20).default(4),
    max: z.number().min(0).max(1).default(0.2),
    min_words: z.int().positive().default(30),
  }),
  evaluate: (subject, { n, max, min_words: minWords }) => {
    const output = subject.text("output");
    const prose = output.outsideCode;
    const words = prose.includes("|")
      ? wordsOf(prose.replace(/^[^\S\n]{0,99}\|.*$/gm, ""))
      : output.codeBlocks.length > 0
        ? wordsOf(prose)
        : output.words;
    const total = words.length - n + 1;
    if (words.length < minWords || total < 1) return skipped(`fewer than ${minWords} words`);
    return within(1 - knownRuns(runsOf(words, n)).size / total, { max }, `share of repeated ${n}-grams`);
  },
});
