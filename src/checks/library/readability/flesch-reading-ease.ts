import { syllablesOf } from "../../../platform/text/syllables.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readingLanguage } from "./reading-language.ts";
import { readability } from "./shared-properties.ts";

/** Base, weight of words per sentence, and weight of syllables per word, by language. */
const fleschConstants = {
  en: [206.835, 1.015, 84.6], // Flesch 1948
  de: [180, 1, 58.5], // Amstad 1978
  es: [206.84, 1.02, 60], // Fernández Huerta 1959
  fr: [207, 1.015, 73.6], // Kandel & Moles 1958
  it: [217, 1.3, 60], // Franchina & Vacca 1986
  nl: [206.835, 0.93, 77], // Douma 1960
  pt: [248.835, 1.015, 84.6], // Martins et al. 1996
  ru: [206.835, 1.3, 60.1], // Oborneva 2006
} as const;

type Language = keyof typeof fleschConstants;

const languages = Object.keys(fleschConstants) as [Language, ...Language[]];

export const fleschReadingEase = defineCheck({
  ...readability,
  name: "flesch_reading_ease",
  title: "Flesch reading ease",
  description:
    "How easy the answer's prose is to read, from 0 (hard) to 100 (easy), by the length of its sentences and words; with separate constants for eight languages.",
  costClass: "medium",
  output: scored("0..100; pass ≥ 50", "higher"),
  source: "Flesch 1948; Amstad 1978; Opik Readability; LangWatch",
  options: z.strictObject({
    min: z.number().default(50),
    min_words: z.int().positive().default(30),
    lang: z.enum(["auto", ...languages]).default("auto"),
  }),
  evaluate: (subject, { min, min_words: minWords, lang }) => {
    const output = subject.text("output");
    const words = wordsOf(output.prose);
    if (words.length < minWords) return skipped(`fewer than ${minWords} words`);
    const language = lang === "auto" ? readingLanguage(output) : lang;
    const constants = languages.find((each) => each === language);
    if (!constants) return skipped("there is no formula for the answer's language");
    const [base, ofSentences, ofSyllables] = fleschConstants[constants];
    const syllables = words.reduce((sum, word) => sum + syllablesOf(word, constants), 0);
    const sentences = Math.max(1, output.sentences.length);
    const score = base - ofSentences * (words.length / sentences) - ofSyllables * (syllables / words.length);
    return within(Math.min(100, Math.max(0, score)), { min }, "reading ease");
  },
});
