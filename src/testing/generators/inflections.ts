import type { Generator } from "./generator.ts";
import { changeOneWord } from "./word-change.ts";

/**
 * Switches singular and plural of regular English nouns and verbs with at least five letters (Quirk et al.,
 * 1985, 5.80).
 */
export const inflections: Generator = {
  type: "WORD_INFLECTIONS",
  description: "Puts one regular English word into its other number (orders, order)",
  keepsResult: true,
  vary: (text, { draw }) => changeOneWord(text, draw, otherNumber),
};

const fixed = new Set(
  "about above after again always because before being below could does doing during every first from having likes might other perhaps please should sometimes thanks their there these those though through today tomorrow under until where whether which while would yesterday yours".split(
    " ",
  ),
);

function otherNumber(word: string): string | undefined {
  if (word.length < 5 || fixed.has(word.toLowerCase()) || !/^\p{L}[a-z]+$/u.test(word)) return undefined;
  if (/[^aeiou]ies$/.test(word)) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x)es$/.test(word)) return word.slice(0, -2);
  if (/(?:ss|us|is|ous)$/.test(word)) return undefined;
  if (word.endsWith("s")) return word.slice(0, -1);
  if (/(?:ing|ed|ly|er|est|ful|able|ible|ive|al|ic)$/.test(word)) return undefined;
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:sh|ch|x|z)$/.test(word) ? `${word}es` : `${word}s`;
}
