/**
 * Remembers keys in little, fixed memory: two generations of a Bloom filter (16 bits and 4 probes a key, about 0.3 %
 * false "seen" when full). When the young one is full it becomes the old one, and the old one is forgotten.
 * Source: B. H. Bloom, Space/time trade-offs in hash coding with allowable errors (1970).
 */
export function createSeen(capacity: number) {
  const bits = 2 ** Math.ceil(Math.log2(capacity * 16));
  let young = new Uint32Array(bits / 32);
  let old = new Uint32Array(bits / 32);
  let added = 0;

  return { add, has };

  function add(key: string): void {
    if (added === capacity) {
      [old, young] = [young, old.fill(0)];
      added = 0;
    }
    added++;
    for (const bit of probes(key)) young[bit >>> 5] = (young[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }

  /** False is certain for the last `capacity` keys; true may be wrong. */
  function has(key: string): boolean {
    const places = probes(key);
    return hasAll(young, places) || hasAll(old, places);
  }

  function probes(key: string): readonly number[] {
    const first = fnv1a(key, 0x811c9dc5);
    const second = fnv1a(key, 0x9747b28c) | 1;
    return [0, 1, 2, 3].map((turn) => (first + Math.imul(turn, second)) & (bits - 1));
  }
}

function hasAll(filter: Uint32Array, places: readonly number[]): boolean {
  return places.every((bit) => ((filter[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0);
}

/** FNV-1a over UTF-16 code units, 32 bits, with a final mix (Fowler, Noll, Vo; mix of MurmurHash3). */
function fnv1a(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
