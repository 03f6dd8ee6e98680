/**
 * A call that started longer than this before its arrival is partitioned by arrival, as if the source's clock
 * were wrong.
 */
const longestMs = 3_600_000;

/**
 * Returns the time by which rows are partitioned, sorted and expired (column `at`), in Unix milliseconds: the
 * start, unless it is after the arrival or more than an hour before it. Thus a span dated 1970 or 2036 does not
 * open its own partition, expire immediately or stay forever; `started_at` has the reported time.
 */
export function rowTime(startedAt: number, receivedAt: number): number {
  return Math.floor(startedAt <= receivedAt && startedAt >= receivedAt - longestMs ? startedAt : receivedAt);
}
