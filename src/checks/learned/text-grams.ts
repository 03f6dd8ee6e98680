import { fnvStart, fnvStep } from "../../platform/text/fnv1a.ts";
import { fold } from "../../platform/text/fold.ts";
import { wordsOf } from "../../platform/text/words.ts";

/** Number of hashed features; a power of two. */
export const gramSlots = 2 ** 16;

/** A sparse vector of length 1: slots in ascending order, and their values. Empty for a text without words. */
export interface Grams {
  readonly slots: Uint16Array;
  readonly values: Float32Array;
}

/** As much of a text as the embedding model reads. */
const readCharacters = 4_000;
/** A word says more than one of its many parts. */
const wordWeight = 2;
const pairWeight = 1.5;
const [shortestPart, longestPart] = [3, 5];

/**
 * Returns the words, pairs of words, and parts of words (3 to 5 characters) of a text, hashed with a sign so that
 * collisions cancel out on average (Weinberger et al., 2009).
 */
export function gramsOf(text: string): Grams {
  const touched: number[] = [];
  eachGram(wordsOf(fold(text.slice(0, readCharacters)).toLowerCase()), (slot, value) => {
    if (!isTouched[slot]) {
      isTouched[slot] = 1;
      touched.push(slot);
    }
    sums[slot] = (sums[slot] ?? 0) + value;
  });
  const slots = Uint16Array.from(touched).sort();
  const values = new Float32Array(slots.length);
  let squares = 0;
  for (let at = 0; at < slots.length; at++) {
    const slot = slots[at] ?? 0;
    const sum = sums[slot] ?? 0;
    // Repetition adds little: each value is the root of its sum.
    values[at] = Math.sign(sum) * Math.sqrt(Math.abs(sum));
    squares += Math.abs(sum);
    sums[slot] = 0;
    isTouched[slot] = 0;
  }
  const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares);
  for (let at = 0; at < values.length; at++) values[at] = (values[at] ?? 0) * scale;
  return { slots, values };
}

// Scratch memory, all zeros between calls: a map of the few hundred slots of a text takes ten times as long.
const sums = new Float32Array(gramSlots);
const isTouched = new Uint8Array(gramSlots);

/** Returns the product of a sparse vector with dense weights. */
export function weigh({ slots, values }: Grams, weights: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < slots.length; at++) sum += (weights[slots[at] ?? 0] ?? 0) * (values[at] ?? 0);
  return sum;
}

/** Returns the product of two sparse vectors. */
export function gramProduct(one: Grams, other: Grams): number {
  let [sum, left, right] = [0, 0, 0];
  while (left < one.slots.length && right < other.slots.length) {
    const difference = (one.slots[left] ?? 0) - (other.slots[right] ?? 0);
    if (difference === 0) sum += (one.values[left] ?? 0) * (other.values[right] ?? 0);
    if (difference <= 0) left++;
    if (difference >= 0) right++;
  }
  return sum;
}

type Visit = (slot: number, value: number) => void;

function eachGram(words: readonly string[], visit: Visit): void {
  let before: number | undefined;
  for (const word of words) {
    const own = hashed(fnvStart, word);
    visitHash(own, wordWeight, visit);
    if (before !== undefined) visitHash(hashed(fnvStep(before, separator), word), pairWeight, visit);
    before = own;
    visitParts(` ${word} `, visit);
  }
}

function visitParts(padded: string, visit: Visit): void {
  for (let from = 0; from + shortestPart <= padded.length; from++) {
    // Parts are hashed apart from words: a word and its part of the same letters are different features.
    let hash = fnvStep(fnvStart, separator);
    for (let at = from; at < Math.min(from + longestPart, padded.length); at++) {
      hash = fnvStep(hash, padded.charCodeAt(at));
      if (at - from + 1 >= shortestPart) visitHash(hash, 1, visit);
    }
  }
}

function visitHash(hash: number, weight: number, visit: Visit): void {
  // The last bits of FNV-1a mix less than the others, so the upper half is folded in.
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  visit((mixed >>> 16) & (gramSlots - 1), (mixed & 1) === 0 ? weight : -weight);
}

const separator = 0x1f;

function hashed(start: number, text: string): number {
  let hash = start;
  for (let at = 0; at < text.length; at++) hash = fnvStep(hash, text.charCodeAt(at));
  return hash;
}
