import { member } from "../../../platform/json/json.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, usually, within, z } from "../definition.ts";

export const summaryLengthRatio = defineCheck({
  ...usually,
  name: "summary_length_ratio",
  title: "Summary length fits the source",
  description:
    "Words of the answer divided by those of the source: `source` of the expected result, else the user's message; for sources of `min_words` and more words.",
  category: "Task types",
  severity: "minor",
  targets: ["input", "output"],
  tier: 2,
  needs: ["source"],
  output: scored("ratio; pass in 0.02..0.4", "neutral"),
  source: "compression ratio (Grusky et al. 2018)",
  options: z.strictObject({
    min: z.number().nonnegative().default(0.02),
    max: z.number().positive().default(0.4),
    min_words: z.int().positive().default(100),
  }),
  evaluate: (subject, { min, max, min_words: fewest }) => {
    const given = member(subject.expected, "source");
    const source = typeof given === "string" ? wordsOf(given).length : subject.text("input").words.length;
    if (source < fewest) return skipped(`the source has fewer than ${fewest} words`);
    return within(subject.text("output").words.length / source, { min, max }, `words for each of ${source}`);
  },
});
