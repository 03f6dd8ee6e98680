import type { Verdict } from "../datapoints/index.ts";

const reasonPrefix = "over its limit of ";

/** Returns the skip reason for datapoints above their monitor's limit per minute. */
export const overLimitReason = (maxPerMinute: number): string => `${reasonPrefix}${maxPerMinute} datapoints a minute`;

/** SQL LIKE pattern that matches these reasons in stored verdicts. */
export const overLimitPattern = `${reasonPrefix}% datapoints a minute`;

export function isOverLimit({ state, reason = "" }: Pick<Verdict, "state" | "reason">): boolean {
  return state === "skipped" && reason.startsWith(reasonPrefix);
}

/**
 * Returns the share of a limit for one of several replicas. The sum does not exceed the limit unless it is
 * below the number of replicas.
 */
export const shareOfLimit = (maxPerMinute: number, replicas: number): number =>
  Math.max(1, Math.floor(maxPerMinute / replicas));
