import type { Evidence } from "../../checks/verdicts/verdict.ts";
import type { PreparedText } from "./prepared-text.ts";

/** One pattern for phrases that stand as whole words; each is a regular expression of lower-case text with straight apostrophes. */
export function phrasePattern(phrases: readonly string[]): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${phrases.join("|")})(?![\\p{L}\\p{N}])`, "u");
}

/** The first built-in phrase, or one of the user's own, in a text; undefined where there is none. */
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

/** Where a phrase stands in `lower` as whole words, whatever its case; at most 200 places. */
export function wholeWordPlaces({ lower }: PreparedText, phrase: string): readonly number[] {
  const sought = phrase.normalize("NFKC").toLowerCase();
  const places: number[] = [];
  for (let at = lower.indexOf(sought); at !== -1 && places.length < 200; at = lower.indexOf(sought, at + sought.length))
    if (!isWordPart(lower[at - 1]) && !isWordPart(lower[at + sought.length])) places.push(at);
  return places;
}

const isWordPart = (character: string | undefined) => character !== undefined && /[\p{L}\p{N}]/u.test(character);

function found(text: PreparedText, start: number, phrase: string) {
  return { text: phrase.trim(), evidence: text.foldedEvidence(start, start + phrase.length) };
}
