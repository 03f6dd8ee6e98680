import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { longest } from "./shared-properties.ts";

export const maxSentenceLength = defineCheck({
  ...longest,
  name: "max_sentence_length",
  title: "Longest sentence",
  description: "Words of the longest sentence.",
  costClass: "medium",
  output: scored("words; pass ≤ 40", "neutral"),
  source: "plain-language rules",
  options: z.strictObject({ max: z.int().positive().default(40) }),
  evaluate: (subject, { max }) => {
    const { sentences } = subject.text("output");
    if (sentences.length === 0) return skipped("the answer has no sentence");
    return within(Math.max(...sentences.map((one) => wordsOf(one).length)), { max }, "words of the longest sentence");
  },
});
