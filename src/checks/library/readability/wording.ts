import { z } from "zod";
import { phrasePattern, wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, usually } from "../../check.ts";
import { OwnPhrases } from "../../check-options.ts";
import { skipped, within } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Readability and style", severity: "minor" } as const;

export const lexicalDiversity = defineCheck({
  ...common,
  tier: 2,
  name: "lexical_diversity",
  costClass: "medium",
  title: "Lexical diversity (MTLD)",
  description:
    "How many words it takes, on average and read both ways, until the share of different ones falls to `factor`: unlike that share it does not fall with the length of the text.",
  output: scored("words; pass ≥ 40"),
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

export const avgSentenceLength = defineCheck({
  ...common,
  tier: 2,
  name: "avg_sentence_length",
  title: "Average sentence length",
  description: "Words of the prose divided by its sentences.",
  costClass: "medium",
  output: scored("words; pass ≤ 25"),
  source: "rules of plain language",
  options: z.strictObject({ max: z.number().positive().default(25) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    const { length } = output.sentences;
    if (length === 0) return skipped("the answer has no sentence");
    return within(wordsOf(output.prose).length / length, { max }, `words in each of ${length} sentences`);
  },
});

export const hedgingDensity = defineCheck({
  ...common,
  tier: 2,
  name: "hedging_density",
  title: "Hedging density",
  description: "Hedges (“maybe”, “it seems”, “I think”, “vielleicht”, “peut-être”) per 100 words, in five languages.",
  output: scored("per 100 words; pass ≤ 3"),
  source: "Hyland 2005; write-good weasel words",
  options: z.strictObject({ max: z.number().nonnegative().default(3), list: OwnPhrases }),
  evaluate: (subject, { max, list }) => {
    const output = subject.text("output");
    const words = wordsOf(output.prose).length;
    if (words < 10) return skipped("fewer than 10 words");
    const ranges = [...output.phrased.matchAll(hedges)].map((match) =>
      output.foldedEvidence(match.index, match.index + match[0].length),
    );
    const own = list.flatMap((phrase) =>
      wholeWordPositions(output, phrase).map((at) => output.foldedEvidence(at, at + phrase.length)),
    );
    const found = [...ranges, ...own];
    return within((found.length * 100) / words, { max }, "hedges per 100 words", found.slice(0, 10));
  },
});

export const markdownDensity = defineCheck({
  ...common,
  tier: 3,
  name: "markdown_density",
  title: "Markdown not overused",
  description:
    "Share of the answer's lines, except blank ones and code, that are a heading, a list item or a table row, or contain bold text.",
  output: scored("0..1; pass ≤ 0.5"),
  source: "studies of preferred chat style",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.5), min_lines: z.int().positive().default(3) }),
  evaluate: (subject, { max, min_lines: fewest }) => {
    const lines = subject
      .text("output")
      .outsideCode.split("\n")
      .filter((line) => line.trim() !== "");
    if (lines.length < fewest) return skipped(`fewer than ${fewest} lines`);
    const marked = lines.filter((line) =>
      /^\s*(?:#{1,6}\s|[-*+•]\s|\d{1,3}[.)]\s|\|.*\|)|\*\*[^*\s]|__[^_\s]/.test(line),
    );
    return within(marked.length / lines.length, { max }, "share of lines with Markdown");
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

const hedges = new RegExp(
  phrasePattern([
    "maybe|perhaps|possibly|probably|presumably|arguably|seemingly|apparently|roughly speaking",
    "might|may be|could be|can sometimes|sort of|kind of|more or less|to some (?:extent|degree)",
    "it (?:seems|appears|may be|might be|could be)|seems to|appears to|tends? to",
    "i (?:think|believe|guess|suppose|assume|feel)|in my (?:opinion|view)|as far as i know|if i(?:'m| am) not mistaken",
    "generally(?: speaking)?|in general|usually|often|in (?:most|many|some) cases|not entirely (?:sure|clear)|likely",
    "vielleicht|möglicherweise|eventuell|vermutlich|wahrscheinlich|unter umständen|ich (?:glaube|denke|vermute)|scheint|in der regel|gewissermaßen",
    "peut-être|probablement|sans doute|il semble|il se peut|je (?:pense|crois|suppose)|en général|éventuellement",
    "quizás?|tal vez|probablemente|posiblemente|parece que|creo que|supongo que|en general|a lo mejor",
    "forse|probabilmente|magari|sembra che|credo che|penso che|in genere",
  ]).source,
  "gu",
);
