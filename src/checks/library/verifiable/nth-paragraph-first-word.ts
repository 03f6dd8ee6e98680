import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const nthParagraphFirstWord = defineCheck({
  ...shape,
  name: "nth_paragraph_first_word",
  title: "First word of paragraph n",
  description: "The answer has `num_paragraphs` paragraphs, where that is given, and paragraph n begins with the word.",
  needs: ["config"],
  source: "IFEval length_constraints:nth_paragraph_first_word",
  options: z.strictObject({
    num_paragraphs: z.int().positive().optional(),
    n: z.int().positive().default(1),
    word: z.string().min(1).optional(),
  }),
  evaluate: (subject, { num_paragraphs: wanted, n, word }) => {
    if (word === undefined) return skipped("no word is configured");
    const { paragraphs } = subject.text("output");
    if (wanted !== undefined && paragraphs.length !== wanted)
      return property(false, `${paragraphs.length} paragraphs, not ${wanted}`);
    const first = wordsOf(paragraphs[n - 1] ?? "")[0];
    return property(
      first?.toLowerCase() === word.toLowerCase(),
      first === undefined ? `there is no paragraph ${n}` : `paragraph ${n} begins with “${first}”`,
    );
  },
});
