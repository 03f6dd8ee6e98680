/**
 * A search goes backwards in time, one time window at a time. The length of the next window follows from how
 * long the last one took, so that a page returns within its time budget, with partial results if need be,
 * however much is stored.
 */

/** Share of the read timeout after which a page returns partial results. */
export const pageShare = 0.2;
export const firstWindowMs = 3_600_000;
/** A window of this length that cannot be read in time is refused. */
export const minWindowMs = 60_000;

/** Beyond about three weeks, the next window covers all remaining time. */
const maxGrowingWindowMs = firstWindowMs * 8 ** 3;

/** A window that was read: its length, and how long the read took. */
interface Looked {
  readonly lengthMs: number;
  readonly tookMs: number;
}

/** Returns eight times the last length if that probably fits into the remaining time. */
export function nextWindowMs({ lengthMs, tookMs }: Looked, leftMs: number): number {
  const longer = lengthMs >= maxGrowingWindowMs ? Number.POSITIVE_INFINITY : lengthMs * 8;
  // Data volume varies by day: a third of the time is held in reserve.
  const fitting = (lengthMs * leftMs * (2 / 3)) / Math.max(tookMs, 1);
  return Math.max(minWindowMs, Math.min(longer, fitting));
}

/** Returns the length for retrying a window that was not read in time. */
export const shorterWindowMs = (lengthMs: number): number => Math.max(minWindowMs, lengthMs / 8);

/** Whether too little time is left for another window. */
export const isSpent = (leftMs: number, budgetMs: number): boolean => leftMs < budgetMs / 10;
