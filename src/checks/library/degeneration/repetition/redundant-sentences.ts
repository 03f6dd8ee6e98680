import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../../definition.ts";
import { duplicates } from "../shared-properties.ts";

export const redundantSentences = defineCheck({
  ...duplicates,
  name: "redundant_sentences",
  title: "Near-duplicate sentences",
  description:
    "Pairs of sentences of six and more words that share most of them (Jaccard); of the first 200 sentences.",
  severity: "minor",
  output: scored("pairs; pass ≤ 0", "lower"),
  source: "Guardrails RedundantSentences",
  options: z.strictObject({ max: z.int().nonnegative().default(0), similarity: z.number().min(0).max(1).default(0.8) }),
  evaluate: (subject, { max, similarity }) => {
    const output = subject.text("output");
    const sentences = output.sentences
      .slice(0, 200)
      .map((text) => ({ text, words: wordsOf(text.toLowerCase()).slice(0, 200) }))
      .filter(({ words }) => words.length >= 6)
      .map(({ text, words }) => ({ text, words: new Set(words) }));
    if (sentences.length < 2) return skipped("there are fewer than two sentences of six words");
    const again = sentences.flatMap((one, at) =>
      sentences
        .slice(0, at)
        .filter((other) => similarityOf(one.words, other.words) >= similarity)
        .map(() => one.text),
    );
    const evidence = [...new Set(again)].slice(0, 5).flatMap((sentence) => {
      const start = output.text.lastIndexOf(sentence);
      return start === -1 ? [] : [output.evidence(start, start + sentence.length)];
    });
    return within(again.length, { max }, "nearly identical pairs of sentences", evidence);
  },
});

function similarityOf(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const [fewer, more] = one.size < other.size ? [one, other] : [other, one];
  // Upper bound of the similarity for these sizes.
  if (fewer.size < more.size * 0.5) return fewer.size / more.size;
  let shared = 0;
  for (const word of fewer) if (more.has(word)) shared++;
  return shared / (one.size + other.size - shared);
}
