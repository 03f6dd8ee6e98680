const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

const widthsMs = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * hourMs),
];
const dayMs = 24 * hourMs;

/** Equal time windows that cover a range; the first and the last can extend beyond it. */
export interface Buckets {
  /** Start of the first bucket: Unix milliseconds, a multiple of the width. */
  readonly firstMs: number;
  readonly widthMs: number;
  readonly count: number;
}

/**
 * Returns the narrowest standard buckets of which at most `atMost` cover the range; multiples of whole days if
 * necessary.
 */
export function bucketsOf({ from, to }: { readonly from: number; readonly to: number }, atMost: number): Buckets {
  const wanted = (to - from) / Math.max(1, atMost - 1);
  const widthMs = widthsMs.find((width) => width >= wanted) ?? Math.ceil(wanted / dayMs) * dayMs;
  const firstMs = Math.floor(from / widthMs) * widthMs;
  return { firstMs, widthMs, count: Math.max(1, Math.ceil((to - firstMs) / widthMs)) };
}

/** Returns the start of each bucket in Unix milliseconds. */
export const bucketTimes = ({ firstMs, widthMs, count }: Buckets): readonly number[] =>
  Array.from({ length: count }, (_, index) => firstMs + index * widthMs);
