import { fnvStart, fnvStep } from "../../platform/text/fnv1a.ts";
import { stopWords } from "../../platform/text/stop-words.ts";

const dimensions = 1024;
const [shortest, longest] = [3, 5];

/**
 * Returns a vector of length 1 of the character sequences of a text (3 to 5 characters, hashed), without the commonest
 * words: the fallback of the embedding model. Zeros for a text without letters and digits.
 */
export function wordVector(text: string): Float32Array {
  const vector = new Float32Array(dimensions);
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+(?:'\p{L}+)?/gu) ?? [];
  const telling = words.filter((word) => !stopWords.has(word));
  const padded = ` ${(telling.length === 0 ? words : telling).join(" ")} `;
  for (let length = shortest; length <= longest; length++)
    for (let from = 0; from + length <= padded.length; from++) {
      const at = hashOf(padded, from, length);
      vector[at] = (vector[at] ?? 0) + 1;
    }
  let squares = 0;
  // The square root dampens sequences that a long text repeats, so their counts are the squares.
  for (const [at, count] of vector.entries()) {
    squares += count;
    vector[at] = Math.sqrt(count);
  }
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  return vector.map((value) => value * scale);
}

/** FNV-1a over UTF-16 code units, folded. */
function hashOf(text: string, from: number, length: number): number {
  let hash = fnvStart;
  for (let at = from; at < from + length; at++) hash = fnvStep(hash, text.charCodeAt(at));
  return (hash ^ (hash >>> 15)) & (dimensions - 1);
}
