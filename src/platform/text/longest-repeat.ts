/**
 * Finds the longest text that occurs twice without overlap: its length, and the end of its first occurrence. A
 * repeated text has shorter repeated parts, so the length is found by binary search, with one rolling hash for each
 * step.
 */
export function longestRepeat(text: string): { readonly length: number; readonly end: number } {
  let best = { length: 0, end: 0 };
  let [least, most] = [1, text.length >> 1];
  while (least <= most) {
    const length = (least + most) >> 1;
    const start = firstRepeated(text, length);
    if (start === undefined) most = length - 1;
    else {
      best = { length, end: start + length };
      least = length + 1;
    }
  }
  return best;
}

const moduli = [67_108_859, 67_108_837] as const;
const bases = [8191, 131] as const;

/** Returns the start of the first part of this length that occurs again after its end. */
function firstRepeated(text: string, length: number): number | undefined {
  const seen = new Map<number, number>();
  const powers = moduli.map((modulus, at) => powerOf(bases[at] ?? 1, length, modulus));
  const hashes = [0, 0];
  for (let end = 0; end < text.length; end++) {
    for (const at of [0, 1] as const) {
      const gone = end < length ? 0 : (text.charCodeAt(end - length) * (powers[at] ?? 0)) % moduli[at];
      hashes[at] = ((hashes[at] ?? 0) * bases[at] + text.charCodeAt(end) + moduli[at] - gone) % moduli[at];
    }
    const start = end + 1 - length;
    if (start < 0) continue;
    const key = (hashes[0] ?? 0) * 67_108_864 + (hashes[1] ?? 0);
    const first = seen.get(key);
    if (first === undefined) seen.set(key, start);
    else if (start - first >= length) return first;
  }
  return undefined;
}

function powerOf(base: number, exponent: number, modulus: number): number {
  let power = 1;
  for (let at = 0; at < exponent; at++) power = (power * base) % modulus;
  return power;
}
