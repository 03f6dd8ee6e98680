import { syllable } from "syllable";

/** Syllables of a word: by rules and exceptions for English, else groups of vowels (accents and y count). */
export function syllablesOf(word: string, language: string): number {
  if (language === "en") return Math.max(1, syllable(word));
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return Math.max(1, plain.match(/[aeiouyаеёиоуыэюяіїє]+/g)?.length ?? 0);
}
