import { LRUCache } from "lru-cache";
import { syllable } from "syllable";

/**
 * Counts the syllables of a word: by rules and exceptions for English, else groups of vowels (accents and y count).
 */
export function syllablesOf(word: string, language: string): number {
  if (language === "en") return inEnglish(word);
  const plain = word.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  return Math.max(1, plain.match(/[aeiouyаеёиоуыэюяіїє]+/g)?.length ?? 0);
}

/** The same words recur in every text: their syllables are counted once. */
const known = new LRUCache<string, number>({ max: 20_000 });

function inEnglish(word: string): number {
  const before = known.get(word);
  if (before !== undefined) return before;
  const count = Math.max(1, syllable(word));
  known.set(word, count);
  return count;
}
