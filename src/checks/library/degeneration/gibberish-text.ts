import { defect, defineCheck, passesWhenFalse, skipped, usually, z } from "../definition.ts";
import { trigramScores } from "./trigrams.ts";

export const gibberishText = defineCheck({
  ...usually,
  name: "gibberish_text",
  title: "Gibberish",
  description:
    "The answer's Latin prose of 40 or more letters does not resemble a language: its runs of three letters are too improbable, or too many words have no vowel or more than 30 letters.",
  category: "Degeneration and hygiene",
  severity: "major",
  output: passesWhenFalse,
  source: "LLM Guard Gibberish; Guardrails GibberishText",
  options: z.strictObject({
    threshold: z.number().negative().default(-10.2),
    max_bad_words: z.number().min(0).max(1).default(0.3),
  }),
  evaluate: (subject, { threshold, max_bad_words: maxBadWords }) => {
    const { prose } = subject.text("output");
    const plain = prose
      .slice(0, 8192)
      .normalize("NFD")
      .replace(/\p{M}+/gu, "")
      .toLowerCase();
    const words = plain.match(/[a-z]+/g) ?? [];
    const letters = words.reduce((sum, word) => sum + word.length, 0);
    const others = plain.match(/[^\P{L}a-z]+/gu)?.reduce((sum, run) => sum + run.length, 0) ?? 0;
    if (letters < 40 || others > letters * 0.3) return skipped("fewer than 40 Latin letters");
    const bad =
      words.filter((word) => word.length > 30 || (word.length > 3 && !/[aeiouy]/.test(word))).length / words.length;
    if (bad > maxBadWords) return defect(true, `${Math.round(bad * 100)} % of the words are none`);
    const mean = meanScore(words);
    return defect(mean < threshold, `mean log probability of three letters ${mean.toFixed(2)}`);
  },
});

/** Returns the mean log probability of the trigrams of words, with a space on each side. */
function meanScore(words: readonly string[]): number {
  const scores = trigramScores();
  let sum = 0;
  let count = 0;
  for (const word of words) {
    let [first, second] = [0, 0];
    for (let at = 0; at <= word.length; at++) {
      const third = at === word.length ? 0 : word.charCodeAt(at) - 96;
      if (at > 0) {
        sum += scores[(first * 27 + second) * 27 + third] ?? -14;
        count++;
      }
      [first, second] = [second, third];
    }
  }
  return count === 0 ? 0 : sum / count;
}
