/** A call that started further than this from its arrival is filed under its arrival: the sender's clock is wrong. */
const tolerableSkewMs = 3_600_000;

/**
 * The time that rows are partitioned, sorted and expired by (column `at`), Unix milliseconds: the start, unless it
 * lies more than an hour from the arrival. So a span dated 1970 or 2036 opens no partition of its own, is not deleted
 * at once and does not stay for ever; `started_at` keeps what the sender said.
 */
export function rowTime(startedAt: number, receivedAt: number): number {
  return Math.floor(Math.abs(startedAt - receivedAt) <= tolerableSkewMs ? startedAt : receivedAt);
}
