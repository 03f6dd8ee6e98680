import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const lexicalDiversity = defineCheck({
  ...readability,
  tier: 2,
  name: "lexical_diversity",
  costClass: "medium",
  title: "Lexical diversity (MTLD)",
  description:
    "How many words it takes, on average and read both ways, until the share of different ones falls to `factor`: unlike that share it does not fall with the length of the text.",
  output: scored("words; pass ≥ 40", "neutral"),
  source: "McCarthy & Jarvis 2010",
  options: z.strictObject({
    min: z.number().nonnegative().default(40),
    factor: z.number().min(0.1).max(0.95).default(0.72),
    min_words: z.int().positive().default(50),
  }),
  evaluate: (subject, { min, factor, min_words: minWords }) => {
    const words = wordsOf(subject.text("output").prose.toLowerCase());
    if (words.length < minWords) return skipped(`fewer than ${minWords} words`);
    const score = (mtld(words, factor) + mtld(words.toReversed(), factor)) / 2;
    return within(score, { min }, "MTLD");
  },
});

/** Returns words per factor in one direction; a remainder at the end counts as a fraction of a factor. */
function mtld(words: readonly string[], factor: number): number {
  let [factors, types] = [0, new Set<string>()];
  let tokens = 0;
  for (const word of words) {
    types.add(word);
    tokens++;
    if (types.size / tokens > factor) continue;
    factors++;
    [types, tokens] = [new Set<string>(), 0];
  }
  if (tokens > 0) factors += (1 - types.size / tokens) / (1 - factor);
  return factors === 0 ? words.length : words.length / factors;
}
