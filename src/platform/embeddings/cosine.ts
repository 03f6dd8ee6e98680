/** Returns the cosine of the angle between two vectors, -1..1; undefined if their lengths differ or one is zero. */
export function cosine(one: ArrayLike<number>, other: ArrayLike<number>): number | undefined {
  if (one.length !== other.length) return undefined;
  let [dot, lengthOne, lengthOther] = [0, 0, 0];
  for (let at = 0; at < one.length; at++) {
    const [a, b] = [one[at] ?? 0, other[at] ?? 0];
    dot += a * b;
    lengthOne += a * a;
    lengthOther += b * b;
  }
  return lengthOne === 0 || lengthOther === 0 ? undefined : dot / Math.sqrt(lengthOne * lengthOther);
}
