const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** Widths that people read off a clock. */
const widthsMs = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 6, 12, 24].map((hours) => hours * hourMs),
];
const dayMs = 24 * hourMs;

/** Equal stretches of time that cover a range, the first and the last of them perhaps only in part. */
export interface Buckets {
  /** Beginning of the first, Unix milliseconds, a multiple of the width. */
  readonly firstMs: number;
  readonly widthMs: number;
  readonly count: number;
}

/** The narrowest usual buckets of which at most so many cover the range; whole days, several together if need be. */
export function bucketsOf({ from, to }: { readonly from: number; readonly to: number }, atMost: number): Buckets {
  const wanted = (to - from) / Math.max(1, atMost - 1);
  const widthMs = widthsMs.find((width) => width >= wanted) ?? Math.ceil(wanted / dayMs) * dayMs;
  const firstMs = Math.floor(from / widthMs) * widthMs;
  return { firstMs, widthMs, count: Math.max(1, Math.ceil((to - firstMs) / widthMs)) };
}

/** Beginnings of the buckets, Unix milliseconds. */
export const bucketTimes = ({ firstMs, widthMs, count }: Buckets): readonly number[] =>
  Array.from({ length: count }, (_, index) => firstMs + index * widthMs);
