/**
 * Returns a number for every run of n words, from two rolling polynomial hashes of 32 bits of which 53 bits are
 * used: equal runs give equal numbers, and different ones almost never do.
 */
export function runsOf(words: readonly string[], n: number): readonly number[] {
  const ids = words.map(numberOf);
  const [outOfOne, outOfOther] = [power(factors[0], n), power(factors[1], n)];
  const runs: number[] = [];
  let one = 0;
  let other = 0;
  for (let at = 0; at < ids.length; at++) {
    const id = ids[at] ?? 0;
    const gone = at < n ? 0 : (ids[at - n] ?? 0);
    one = (Math.imul(one, factors[0]) + id - Math.imul(gone, outOfOne)) | 0;
    other = (Math.imul(other, factors[1]) + id - Math.imul(gone, outOfOther)) | 0;
    if (at >= n - 1) runs.push((one >>> 0) * 2 ** 21 + (other >>> 11));
  }
  return runs;
}

export function knownRuns(runs: readonly number[]): NumberSet {
  const known = new NumberSet(runs.length);
  for (const run of runs) known.add(run);
  return known;
}

/** Returns the Jaccard similarity of two texts' runs of n words: 1 for identical texts, 0 if nothing is shared. */
export function runSimilarity(one: readonly string[], other: readonly string[], n: number): number {
  const [left, right] = [new Set(runsOf(one, n)), new Set(runsOf(other, n))];
  const shared = left.intersection(right).size;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

const factors = [0x01_00_01_93, 0x5b_d1_e9_95] as const;

function power(factor: number, exponent: number): number {
  let made = 1;
  for (let times = 0; times < exponent; times++) made = Math.imul(made, factor);
  return made;
}

/** FNV-1a over UTF-16 code units, mixed so that the low bits depend on all of the word. */
function numberOf(word: string): number {
  let hash = 0x81_1c_9d_c5 | 0;
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01_00_01_93);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return hash ^ (hash >>> 13);
}

/**
 * A set of non-negative integers below 2^53. The built-in Set stores such numbers as objects and is several times
 * slower.
 */
class NumberSet {
  /** One more than the number, so that 0 is an empty slot. */
  readonly #places: Float64Array;
  #size = 0;

  /** `most`: the maximum number of elements. */
  constructor(most: number) {
    this.#places = new Float64Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  get size(): number {
    return this.#size;
  }

  add(number: number): void {
    const slot = this.#placeOf(number);
    if (this.#places[slot] !== 0) return;
    this.#places[slot] = number + 1;
    this.#size++;
  }

  has(number: number): boolean {
    return this.#places[this.#placeOf(number)] !== 0;
  }

  /** Returns the slot of the number, or the empty slot for it. */
  #placeOf(number: number): number {
    const slots = this.#places;
    const last = slots.length - 1;
    let slot = (number >>> 0) & last;
    while (slots[slot] !== 0 && slots[slot] !== number + 1) slot = (slot + 1) & last;
    return slot;
  }
}
