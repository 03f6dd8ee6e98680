import { z } from "zod";
import { longestRepeat } from "../../../platform/text/longest-repeat.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, usually } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Degeneration and hygiene", costClass: "medium", tier: 2 } as const;

export const longestRepeatedSubstring = defineCheck({
  ...common,
  name: "longest_repeated_substring",
  title: "Longest repeated block",
  description:
    "Length in characters of the longest piece of the answer outside code that occurs twice without overlap, among its first `max_chars`.",
  severity: "major",
  output: scored("characters; pass ≤ 200"),
  source: "detection of degenerate text; rolling hash (Karp & Rabin 1987)",
  options: z.strictObject({
    max: z.int().nonnegative().default(200),
    max_chars: z.int().positive().max(65_536).default(20_000),
  }),
  evaluate: (subject, { max, max_chars: most }) => {
    const output = subject.text("output");
    const text = output.outsideCode.slice(0, most);
    const { length, end } = longestRepeat(text);
    const piece = text.slice(end - length, end);
    const start = length > max ? output.text.indexOf(piece) : -1;
    return within(
      length,
      { max },
      "characters that occur twice",
      start === -1 ? [] : [output.evidence(start, start + length)],
    );
  },
});

export const redundantSentences = defineCheck({
  ...common,
  name: "redundant_sentences",
  title: "Near-duplicate sentences",
  description:
    "Pairs of sentences of six and more words that share most of them (Jaccard); of the first 200 sentences.",
  severity: "minor",
  output: scored("pairs; pass ≤ 0"),
  source: "Guardrails RedundantSentences",
  options: z.strictObject({
    max: z.int().nonnegative().default(0),
    similarity: z.number().min(0).max(1).default(0.8),
  }),
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
