/** Numbers words, so that several texts share the numbers. */
export type WordNumbers = Map<string, number>;

/**
 * A number for every run of n words, by a polynomial hash of the words' numbers in two moduli under 2^26: equal runs
 * give equal numbers, and different ones almost surely do not.
 */
export function runsOf(words: readonly string[], n: number, numbers: WordNumbers = new Map()): readonly number[] {
  const ids = words.map((word) => {
    const known = numbers.get(word);
    if (known !== undefined) return known;
    numbers.set(word, numbers.size + 1);
    return numbers.size;
  });
  const runs: number[] = [];
  for (let start = 0; start + n <= ids.length; start++) {
    let high = 7;
    let low = 11;
    for (let at = start; at < start + n; at++) {
      const id = ids[at] ?? 0;
      high = (high * 8191 + id) % 67_108_859;
      low = (low * 131 + id) % 67_108_837;
    }
    runs.push(high * 67_108_864 + low);
  }
  return runs;
}

/** Jaccard similarity of two texts' runs of n words: 1 where they are the same, 0 where nothing is shared. */
export function runSimilarity(one: readonly string[], other: readonly string[], n: number): number {
  const numbers: WordNumbers = new Map();
  const [left, right] = [new Set(runsOf(one, n, numbers)), new Set(runsOf(other, n, numbers))];
  const shared = left.intersection(right).size;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}
