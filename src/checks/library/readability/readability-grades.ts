import type { Subject } from "../../../datapoints/index.ts";
import { syllablesOf } from "../../../platform/text/syllables.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { type CodeCheck, defineCheck, scored, skipped, usually, within, z } from "../definition.ts";
import { readingLanguage } from "./reading-language.ts";

/** Counts for readability formulas; words and sentences of the prose. */
interface Reading {
  readonly words: readonly string[];
  readonly sentences: number;
  readonly letters: number;
  /** Syllables of each word. */
  readonly syllables: () => readonly number[];
}

interface Grade {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly max: number;
  readonly tier?: 2 | 3;
  readonly unit?: string;
  readonly minSentences?: number;
  /** Whether the formula is valid for English only. */
  readonly isEnglish: boolean;
  readonly value: (reading: Reading) => number;
}

const perWord = (count: number, { words }: Reading) => count / words.length;

const perSentence = ({ words, sentences }: Reading) => words.length / sentences;

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

/** Readability formulas based on lengths alone. */
const grades: readonly Grade[] = [
  {
    name: "flesch_kincaid_grade",
    title: "Flesch-Kincaid grade",
    description: "0.39 × words per sentence + 11.8 × syllables per word − 15.59.",
    source: "Kincaid 1975; whylogs textstat",
    max: 10,
    tier: 2,
    isEnglish: true,
    value: (reading) => 0.39 * perSentence(reading) + 11.8 * perWord(sum(reading.syllables()), reading) - 15.59,
  },
  {
    name: "gunning_fog",
    title: "Gunning fog index",
    description:
      "0.4 × (words per sentence + percentage of words of three and more syllables); names, compounds and -es, -ed, -ing do not make a word long.",
    source: "Gunning 1952",
    max: 12,
    isEnglish: true,
    value: (reading) => {
      const syllables = reading.syllables();
      const long = reading.words.filter((word, at) => isComplex(word, syllables[at] ?? 0)).length;
      return 0.4 * (perSentence(reading) + 100 * perWord(long, reading));
    },
  },
  {
    name: "smog_index",
    title: "SMOG grade",
    description:
      "1.043 × √(30 × words of three and more syllables per sentence) + 3.1291: the usual formula for texts on health. Needs ten sentences.",
    source: "McLaughlin 1969",
    max: 12,
    minSentences: 10,
    isEnglish: true,
    value: ({ syllables, sentences }) =>
      1.043 * Math.sqrt((30 * syllables().filter((count) => count > 2).length) / sentences) + 3.1291,
  },
  {
    name: "coleman_liau_index",
    title: "Coleman-Liau index",
    description: "0.0588 × letters per 100 words − 0.296 × sentences per 100 words − 15.8.",
    source: "Coleman & Liau 1975",
    max: 12,
    isEnglish: true,
    value: (reading) => 5.88 * perWord(reading.letters, reading) - 29.6 * perWord(reading.sentences, reading) - 15.8,
  },
  {
    name: "lix_index",
    title: "LIX readability",
    description: "Words per sentence + percentage of words of more than six letters: for most European languages.",
    source: "Björnsson 1968",
    max: 50,
    unit: "number",
    isEnglish: false,
    value: (reading) =>
      perSentence(reading) + 100 * perWord(reading.words.filter((word) => word.length > 6).length, reading),
  },
];

export const gradeChecks: readonly CodeCheck[] = grades.map(
  ({ name, title, description, source, max, tier = 3, unit = "grade", minSentences = 1, isEnglish, value }) =>
    defineCheck({
      ...usually,
      category: "Readability and style",
      severity: "minor",
      name,
      title,
      description: `${description}${isEnglish ? " English only." : ""}`,
      tier,
      costClass: "medium",
      output: scored(`${unit}; pass ≤ ${max}`, "lower"),
      source,
      options: z.strictObject({
        max: z.number().default(max),
        min_words: z.int().positive().default(30),
        min_sentences: z.int().positive().default(minSentences),
      }),
      evaluate: (subject, { max: most, min_words: minWords, min_sentences: leastSentences }) => {
        const reading = subject.once(readingOf);
        if (reading.words.length < minWords) return skipped(`fewer than ${minWords} words`);
        if (reading.sentences < leastSentences) return skipped(`fewer than ${leastSentences} sentences`);
        if (isEnglish && subject.once(outputReadingLanguage) !== "en") return skipped("the answer is not English");
        return within(value(reading), { max: most }, unit);
      },
    }),
);

const outputReadingLanguage = (subject: Subject) => readingLanguage(subject.text("output"));

function readingOf(subject: Subject): Reading {
  const output = subject.text("output");
  const words = wordsOf(output.prose);
  let syllables: readonly number[] | undefined;
  return {
    words,
    sentences: Math.max(1, output.sentences.length),
    letters: sum(words.map((word) => word.length)),
    syllables: () => (syllables ??= words.map((word) => syllablesOf(word, "en"))),
  };
}

function isComplex(word: string, syllables: number): boolean {
  if (syllables < 3 || word.includes("-") || /^\p{Lu}/u.test(word)) return false;
  return !(syllables === 3 && /(?:es|ed|ing)$/.test(word));
}
