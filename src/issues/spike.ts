import { betaCdf } from "../platform/statistics/beta.ts";

export const spikeHours = 24;
const leastOccurrences = 10;
const leastHoursBefore = 3;
const timesMore = 3;
const timesCalm = 2;
const chance = 1e-4;

/** The last hour against the hours before it. */
export interface Pace {
  readonly lastHour: number;
  readonly before: number;
  readonly hoursBefore: number;
}

/** `hourly`: occurrences per hour, oldest first, the last hour at the end; `firstSeenAt` bounds what came before. */
export function paceOf(hourly: readonly number[], { firstSeenAt, now }: { firstSeenAt: number; now: number }): Pace {
  const hoursKnown = Math.floor((now - firstSeenAt) / 3_600_000) - 1;
  const hoursBefore = Math.max(0, Math.min(hourly.length - 1, hoursKnown));
  const earlier = hourly.slice(hourly.length - 1 - hoursBefore, hourly.length - 1);
  return { lastHour: hourly.at(-1) ?? 0, before: earlier.reduce((sum, each) => sum + each, 0), hoursBefore };
}

/**
 * Whether an issue comes far more often than before: at least ten times in the last hour, three times the pace of the
 * hours before, and by chance with less than one in ten thousand. The test is the exact conditional one of two Poisson
 * rates (Przyborowski and Wilenski, 1940): under equal pace the last hour's share is binomial. A spike that has begun
 * lasts until the pace is below twice the one before.
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
