import type { Evidence } from "./evidence.ts";
import type { PreparedText } from "./prepared-text.ts";

/**
 * Compiles phrases to one whole-word pattern; each is a regular expression over lower-case text with straight
 * apostrophes.
 */
export function phrasePattern(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u");
}

/** Returns the first built-in or user-defined phrase in a text; undefined if there is none. */
export function phraseIn(
  text: PreparedText,
  pattern: RegExp,
  own: readonly string[] = [],
): { readonly text: string; readonly evidence: Evidence } | undefined {
  const match = pattern.exec(text.phrased);
  if (match) return found(text, match.index, match[0]);
  for (const phrase of own) {
    const sought = phrase.normalize("NFKC").toLowerCase();
    const at = text.lower.indexOf(sought);
    if (at !== -1) return found(text, at, sought);
  }
  return undefined;
}

/** Returns at most 200 positions of a phrase in `lower` as whole words, ignoring case. */
export function wholeWordPositions({ lower }: PreparedText, phrase: string): readonly number[] {
  const sought = phrase.normalize("NFKC").toLowerCase();
  const positions: number[] = [];
  for (
    let at = lower.indexOf(sought);
    at !== -1 && positions.length < 200;
    at = lower.indexOf(sought, at + sought.length)
  )
    if (!isWordPart(lower[at - 1]) && !isWordPart(lower[at + sought.length])) positions.push(at);
  return positions;
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

function found(text: PreparedText, start: number, phrase: string) {
  return { text: phrase.trim(), evidence: text.foldedEvidence(start, start + phrase.length) };
}
