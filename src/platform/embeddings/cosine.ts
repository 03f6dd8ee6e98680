/** Returns the cosine of the angle between two vectors of length 1: -1..1. */
export function cosine(one: Float32Array, other: Float32Array): number {
  let dot = 0;
  for (let at = 0; at < one.length; at++) dot += (one[at] ?? 0) * (other[at] ?? 0);
  return dot;
}
