import type { Threshold } from "./monitor.ts";

/** What was counted for a threshold, from de-duplicated rows. */
export interface Measured {
  /** The most occurrences of the issue within one stretch of the threshold's length. */
  readonly densest: number;
  /** In the stretch before the newest finding: how many datapoints the monitor matched. For rates only. */
  readonly matched?: number;
}

/** Whether the findings of an issue are many enough to open it, or to bring it back. */
export function isReached(threshold: Threshold, { densest, matched = 0 }: Measured): boolean {
  return threshold.kind === "count"
    ? densest >= threshold.findings
    : matched >= threshold.minDatapoints && densest / Math.max(matched, densest) >= threshold.share;
}

export const windowMsOf = ({ withinMinutes }: Threshold): number => withinMinutes * 60_000;

/**
 * For trying a threshold on times that are known already (Unix milliseconds, in any order): the time at which it is
 * first reached, or nothing. Counts only; agrees with what the store measures.
 */
export function firstReached(
  threshold: Threshold,
  findings: readonly number[],
  datapoints: readonly number[],
): number | undefined {
  const windowMs = windowMsOf(threshold);
  const times = findings.toSorted((left, right) => left - right);
  const all = datapoints.toSorted((left, right) => left - right);
  let from = 0;
  let matchedFrom = 0;
  let matchedTo = 0;
  for (const [place, at] of times.entries()) {
    while ((times[from] ?? at) <= at - windowMs) from++;
    while ((all[matchedFrom] ?? Infinity) <= at - windowMs) matchedFrom++;
    while ((all[matchedTo] ?? Infinity) <= at) matchedTo++;
    if (isReached(threshold, { densest: place - from + 1, matched: matchedTo - matchedFrom })) return at;
  }
  return undefined;
}
