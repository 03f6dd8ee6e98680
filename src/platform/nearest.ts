import { distance } from "fastest-levenshtein";

/**
 * Returns the candidate with the smallest edit distance to the word, if it is close enough to be a misspelling of
 * it.
 */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(word, candidate) }))
    .sort((left, right) => left.distance - right.distance);
  const best = ranked[0];
  return best && best.distance <= Math.max(2, Math.floor(word.length / 4)) ? best.candidate : undefined;
}
