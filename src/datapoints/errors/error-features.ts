import { fnvStart, fnvStep } from "../../platform/text/fnv1a.ts";

/** Number of buckets that features are hashed into; a power of two. */
export const buckets = 8192;

const longest = 300;

/** Returns the text with values that differ from call to call (numbers, quoted names, addresses) replaced. */
function normalizedText(text: string): string {
  return text
    .slice(0, longest)
    .toLowerCase()
    .replace(/https?:\/\/\S+/g, "§")
    .replace(/'[^']{1,40}'|"[^"]{1,40}"|`[^`]{1,40}`/g, "¤")
    .replace(/\d+(?:[.,]\d+)*/g, "0")
    .replace(/\s+/g, " ");
}

/**
 * Returns the buckets of all character sequences of lengths 3 and 5, of all words, and of all pairs of neighboring
 * words in the text, each once.
 */
export function featuresOf(text: string): number[] {
  const normalized = normalizedText(text);
  const features: number[] = [];
  const seen = new Uint8Array(buckets);
  const add = (hash: number): void => {
    const bucket = ((hash >>> 15) ^ hash) & (buckets - 1);
    if (seen[bucket] === 1) return;
    seen[bucket] = 1;
    features.push(bucket);
  };
  addSequences(` ${normalized} `, add);
  addWords(normalized, add);
  return features;
}

function addSequences(text: string, add: (hash: number) => void): void {
  for (let at = 0; at + 3 <= text.length; at++) {
    let hash = fnvStart;
    for (let next = at; next < at + 5 && next < text.length; next++) {
      hash = fnvStep(hash, text.charCodeAt(next));
      if (next === at + 2 || next === at + 4) add(hash);
    }
  }
}

function addWords(text: string, add: (hash: number) => void): void {
  let previous = 0;
  let hash = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 32;
    if (isWordCharacter(code)) {
      hash = fnvStep(hash === 0 ? 0x1234567 : hash, code);
    } else if (hash !== 0) {
      add(hash);
      if (previous !== 0) add(Math.imul(hash ^ (previous * 31), 0x9e3779b1));
      previous = hash;
      hash = 0;
    }
  }
}

/** Letters of any script, the underscore, and the signs that stand for values. */
const isWordCharacter = (code: number): boolean =>
  (code >= 97 && code <= 122) || code === 95 || code === 48 || code >= 0xa4;
