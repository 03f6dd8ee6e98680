import { betaCdf } from "../platform/statistics/distributions.ts";

export const spikeHours = 24;
const leastOccurrences = 10;
const leastHoursBefore = 3;
const timesMore = 3;
const timesCalm = 2;
const chance = 1e-4;

/** The rate of the last hour compared to the hours before. */
export interface Pace {
  readonly lastHour: number;
  readonly before: number;
  readonly hoursBefore: number;
}

/**
 * `hourly`: occurrences per hour, oldest first, ending with the last hour; `firstSeenAt` bounds the hours
 * before.
 */
export function paceOf(hourly: readonly number[], { firstSeenAt, now }: { firstSeenAt: number; now: number }): Pace {
  const hoursKnown = Math.floor((now - firstSeenAt) / 3_600_000) - 1;
  const hoursBefore = Math.max(0, Math.min(hourly.length - 1, hoursKnown));
  const earlier = hourly.slice(hourly.length - 1 - hoursBefore, hourly.length - 1);
  return { lastHour: hourly.at(-1) ?? 0, before: earlier.reduce((sum, each) => sum + each, 0), hoursBefore };
}

/**
 * Exact conditional test of two Poisson rates (Przyborowski and Wilenski, 1940): at least ten occurrences in
 * the last hour, three times the earlier rate, p < 1/10,000 (under equal rates the last hour's share is
 * binomial). A spike lasts until the rate is below twice the earlier one.
 */
export function isSpiking({ lastHour, before, hoursBefore }: Pace, wasSpiking: boolean): boolean {
  if (hoursBefore < leastHoursBefore) return wasSpiking;
  const pace = before / hoursBefore;
  if (wasSpiking) return lastHour >= leastOccurrences && lastHour >= timesCalm * pace;
  if (lastHour < leastOccurrences || lastHour < timesMore * pace) return false;
  // P(X ≥ k) of a binomial is the regularized incomplete beta function I_p(k, n − k + 1).
  return betaCdf(1 / (hoursBefore + 1), lastHour, before + 1) < chance;
}

export function spikeText({ lastHour, before, hoursBefore }: Pace): string {
  const pace = before / Math.max(1, hoursBefore);
  const usual = pace === 0 ? "none" : pace < 10 ? `${Math.round(pace * 10) / 10}` : `${Math.round(pace)}`;
  return `${lastHour} occurrences in the last hour, against ${usual} an hour before`;
}
