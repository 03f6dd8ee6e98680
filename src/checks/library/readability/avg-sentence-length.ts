import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const avgSentenceLength = defineCheck({
  ...readability,
  tier: 2,
  name: "avg_sentence_length",
  title: "Average sentence length",
  description: "Words of the prose divided by its sentences.",
  costClass: "medium",
  output: scored("words; pass ≤ 25", "neutral"),
  source: "rules of plain language",
  options: z.strictObject({ max: z.number().positive().default(25) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    const { length } = output.sentences;
    if (length === 0) return skipped("the answer has no sentence");
    return within(wordsOf(output.prose).length / length, { max }, `words in each of ${length} sentences`);
  },
});
