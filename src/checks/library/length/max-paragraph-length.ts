import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { longest } from "./shared-properties.ts";

export const maxParagraphLength = defineCheck({
  ...longest,
  name: "max_paragraph_length",
  title: "Longest paragraph",
  description: "Words of the longest paragraph.",
  output: scored("words; pass ≤ 150", "neutral"),
  source: "plain-language rules",
  options: z.strictObject({ max: z.int().positive().default(150) }),
  evaluate: (subject, { max }) => {
    const { paragraphs } = subject.text("output");
    if (paragraphs.length === 0) return skipped("the answer is blank");
    return within(Math.max(...paragraphs.map((one) => wordsOf(one).length)), { max }, "words of the longest paragraph");
  },
});
