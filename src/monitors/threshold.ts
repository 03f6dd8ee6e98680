import type { Threshold } from "./monitor.ts";

/** Counts for a threshold, from de-duplicated rows. */
export interface Measured {
  /** The most occurrences of the issue within one window of the threshold's length. */
  readonly densest: number;
  /** Datapoints that the monitor matched in the window before the newest finding. For rates only. */
  readonly matched?: number;
}

/** Returns whether the findings of an issue are enough to open or reopen it. */
export function isReached(threshold: Threshold, { densest, matched = 0 }: Measured): boolean {
  return threshold.kind === "count"
    ? densest >= threshold.findings
    : matched >= threshold.minDatapoints && densest / Math.max(matched, densest) >= threshold.share;
}

export const windowMsOf = ({ withinMinutes }: Threshold): number => withinMinutes * 60_000;

/**
 * Returns when a threshold on known times (Unix milliseconds, in any order) is first reached, or undefined.
 * Applies to counts only; agrees with what storage counts.
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
  for (const [index, at] of times.entries()) {
    while ((times[from] ?? at) <= at - windowMs) from++;
    while ((all[matchedFrom] ?? Infinity) <= at - windowMs) matchedFrom++;
    while ((all[matchedTo] ?? Infinity) <= at) matchedTo++;
    if (isReached(threshold, { densest: index - from + 1, matched: matchedTo - matchedFrom })) return at;
  }
  return undefined;
}
