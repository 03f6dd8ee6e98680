import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const automatedReadabilityIndex = defineCheck({
  ...readability,
  name: "automated_readability_index",
  title: "Automated readability index",
  description: "School grade that the answer's prose requires, by letters per word and words per sentence.",
  output: scored("grade; pass ≤ 12", "lower"),
  source: "Senter & Smith 1967",
  options: z.strictObject({ max: z.number().default(12), min_words: z.int().positive().default(30) }),
  evaluate: (subject, { max, min_words: minWords }) => {
    const { prose } = subject.text("output");
    const words = wordsOf(prose);
    if (words.length < minWords) return skipped(`fewer than ${minWords} words`);
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    const sentences = Math.max(1, prose.match(/(?<![.!?…。！？])[.!?…。！？]+(?=\s|$|["”»)])|\n\s*\n/gu)?.length ?? 1);
    return within(4.71 * (letters / words.length) + 0.5 * (words.length / sentences) - 21.43, { max }, "grade");
  },
});
