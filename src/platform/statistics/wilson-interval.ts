/** A share of `of` rows with its 95 % interval. */
export interface MeasuredShare {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly of: number;
}

const z = 1.959963984540054;

/** Returns a share with its 95 % interval (Wilson, 1927); undefined of no rows. */
export function wilsonInterval(hits: number, of: number): MeasuredShare | undefined {
  if (of === 0) return undefined;
  const value = hits / of;
  const center = (value + (z * z) / (2 * of)) / (1 + (z * z) / of);
  const half = (z * Math.sqrt((value * (1 - value)) / of + (z * z) / (4 * of * of))) / (1 + (z * z) / of);
  return { value, low: Math.max(0, center - half), high: Math.min(1, center + half), of };
}
