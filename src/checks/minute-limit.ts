import type { Verdict } from "./verdicts/verdict.ts";

const beginning = "over its limit of ";

/** Why the checks of a datapoint are skipped that came when its monitor had looked at enough of that minute. */
export const overLimitReason = (maxPerMinute: number): string => `${beginning}${maxPerMinute} datapoints a minute`;

/** How such reasons are told from others in what is stored. */
export const overLimitPattern = `${beginning}% datapoints a minute`;

export function isOverLimit({ state, because = "" }: Pick<Verdict, "state" | "because">): boolean {
  return state === "skipped" && because.startsWith(beginning);
}

/** What one of several replicas may look at: together no more than the limit, but for limits below their number. */
export const shareOfLimit = (maxPerMinute: number, replicas: number): number =>
  Math.max(1, Math.floor(maxPerMinute / replicas));
