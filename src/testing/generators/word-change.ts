import { type Draw, pick } from "./generator.ts";

const words = /\p{L}[\p{L}\p{M}'’]*/gu;

/** Replaces one randomly chosen word that can be changed. */
export function changeOneWord(
  text: string,
  draw: Draw,
  change: (word: string) => string | undefined,
): string | undefined {
  const candidates = [...text.matchAll(words)].flatMap((match) => {
    const changed = change(match[0]);
    return changed === undefined || changed === match[0] ? [] : [{ at: match.index, word: match[0], changed }];
  });
  const chosen = pick(candidates, draw);
  return chosen && text.slice(0, chosen.at) + chosen.changed + text.slice(chosen.at + chosen.word.length);
}

/** Applies the case of a word to its replacement: upper case, capitalized, or unchanged. */
export function inCaseOf(word: string, replacement: string): string {
  if (word.length > 1 && word === word.toUpperCase()) return replacement.toUpperCase();
  const [first = ""] = word;
  return first === first.toUpperCase() ? replacement.slice(0, 1).toUpperCase() + replacement.slice(1) : replacement;
}
