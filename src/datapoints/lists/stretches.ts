/**
 * A search through time goes newest first, a stretch at a time. How long the next one is follows from what the last one
 * took, so that a page is answered in its time however much was stored: with what was found so far, if need be.
 */

/** Of the time after which a read is given up: what a page takes before it is answered in part. */
export const pageShare = 0.2;
export const firstStretchMs = 3_600_000;
/** What is not read in its time even at this length is refused. */
export const leastStretchMs = 60_000;

/** Beyond three weeks of search the rest is read at once. */
const longestStretchMs = firstStretchMs * 8 ** 3;

/** A stretch that was looked at: how long it is, and what that took. */
interface Looked {
  readonly lengthMs: number;
  readonly tookMs: number;
}

/** Of the next stretch: eight times the last one, where that likely fits into the time that is left. */
export function nextStretchMs({ lengthMs, tookMs }: Looked, leftMs: number): number {
  const longer = lengthMs >= longestStretchMs ? Number.POSITIVE_INFINITY : lengthMs * 8;
  // Days differ: a third of the time is kept back.
  const fitting = (lengthMs * leftMs * (2 / 3)) / Math.max(tookMs, 1);
  return Math.max(leastStretchMs, Math.min(longer, fitting));
}

/** Of the same stretch once more, where it was not read in its time. */
export const shorterStretchMs = (lengthMs: number): number => Math.max(leastStretchMs, lengthMs / 8);

/** Less than this is not worth another stretch. */
export const isSpent = (leftMs: number, budgetMs: number): boolean => leftMs < budgetMs / 10;
