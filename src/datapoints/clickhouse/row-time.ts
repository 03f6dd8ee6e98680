/** A call that began longer than this before it came is filed under its arrival, as if the sender's clock were wrong. */
const longestMs = 3_600_000;

/**
 * The time that rows are partitioned, sorted and expired by (column `at`), Unix milliseconds: the start, unless it
 * lies after the arrival, where no list that ends now would show it, or more than an hour before. So a span dated 1970
 * or 2036 opens no partition of its own, is not deleted at once and does not stay for ever; `started_at` keeps what the
 * sender said.
 */
export function rowTime(startedAt: number, receivedAt: number): number {
  return Math.floor(startedAt <= receivedAt && startedAt >= receivedAt - longestMs ? startedAt : receivedAt);
}
