import { isOverLimit } from "../checks/minute-limit.ts";
import type { Verdict, VerdictState } from "../checks/verdicts/verdict.ts";
import type { Monitor, Pause } from "./monitor.ts";

/** Whether a monitor does its work, worst first. */
export const monitorHealthStates = [
  "broken",
  "stopped",
  "ceiling",
  "idle",
  "no_data",
  "waiting",
  "off",
  "working",
] as const;

/** How a monitor fares, with a sentence about it. */
export interface MonitorHealth {
  readonly state: (typeof monitorHealthStates)[number];
  readonly because: string;
}

interface Seen {
  readonly verdicts: Readonly<Partial<Record<VerdictState, number>>>;
  /** Why most of the skipped ones were, but for the limit a minute. */
  readonly skippedBecause?: string;
  /** Datapoints that were over the limit a minute: as many verdicts of each check are skipped, and rightly so. */
  readonly overLimit: number;
  /** Datapoints it matched today (UTC), and what its judges cost. */
  readonly today: { readonly datapoints: number; readonly costUsd: number };
  /** When a call came last that it matched; Unix milliseconds. */
  readonly lastMatchedAt?: number;
  /** Datapoints of the project in the same time, whatever matched. */
  readonly projectDatapoints: number;
  /** Since when the oldest of its slow checks waits, and why. */
  readonly waiting?: { readonly sinceAt: number; readonly because?: string };
  readonly now: number;
}

/** Slow checks that wait longer than this do not move. */
const stoppedAfterMs = 10 * 60_000;
/** Half of the verdicts, and more than a stray one. */
const brokenShare = 0.5;
/** A monitor that judged none of so many is no guard, whatever the reason. */
const idleFrom = 10;
const defaultNoDataMinutes = 24 * 60;

/** "Is this monitor working?", decided in the order of what a person should look at first. */
export function monitorHealth(monitor: Monitor, seen: Seen): MonitorHealth {
  const { verdicts, today, lastMatchedAt, waiting, now } = seen;
  if (!monitor.enabled) return { state: "off", because: "It is switched off and evaluates nothing." };
  const { passed = 0, failed = 0, skipped = 0, broken = 0 } = verdicts;
  const done = passed + failed + skipped;
  if (broken > 1 && broken / (broken + done) >= brokenShare) {
    return { state: "broken", because: `${broken} of ${broken + done} verdicts of the last day could not be made.` };
  }
  if (waiting && now - waiting.sinceAt > stoppedAfterMs) {
    const why = waiting.because === undefined ? "" : ` (${waiting.because})`;
    return { state: "stopped", because: `Its slow checks have waited for ${agoText(now - waiting.sinceAt)}${why}.` };
  }
  const ceiling = reachedCeiling(monitor, today);
  if (ceiling !== undefined) return { state: "ceiling", because: `${ceiling}; it goes on at midnight UTC.` };
  const idle = skipped - seen.overLimit * monitor.checks.length;
  if (idle >= idleFrom && skipped === done + broken) {
    const why = seen.skippedBecause === undefined ? "" : `, most often because: ${seen.skippedBecause}`;
    return { state: "idle", because: `All ${idle} verdicts of the last day were skipped${why}.` };
  }
  const silence = silenceOf(monitor, seen);
  if (silence !== undefined) return { state: "no_data", because: silence };
  if (lastMatchedAt === undefined) return { state: "waiting", because: "No call has matched since it was made." };
  return { state: "working", because: `The last matching call came ${agoText(now - lastMatchedAt)} ago.` };
}

/** For how long a monitor has matched nothing, in words, where that is too long. */
function silenceOf(monitor: Monitor, { lastMatchedAt, projectDatapoints, now }: Seen): string | undefined {
  const quietMs = now - (lastMatchedAt ?? monitor.createdAt);
  if (quietMs < (monitor.noDataAfterMinutes ?? defaultNoDataMinutes) * 60_000) return undefined;
  const matched =
    lastMatchedAt === undefined ? "It has matched nothing yet" : `It matched nothing for ${agoText(quietMs)}`;
  const others =
    projectDatapoints === 0
      ? "the project received nothing either"
      : `though ${projectDatapoints} datapoints came in the last day`;
  return `${matched}, ${others}.`;
}

/** Which of its daily ceilings a monitor has reached, in words. */
function reachedCeiling({ ceilings }: Pick<Monitor, "ceilings">, today: Seen["today"]): string | undefined {
  return datapointCeiling(ceilings, today) ?? judgeCeiling(ceilings, today);
}

const ceilingBeginning = "Its ceiling of ";

/** A check that a limit of its monitor held back: nothing is wrong with it, and it may be made up for. */
export const isHeldBack = (verdict: Pick<Verdict, "state" | "because">): boolean =>
  isOverLimit(verdict) || (verdict.state === "skipped" && (verdict.because ?? "").startsWith(ceilingBeginning));

function datapointCeiling(ceilings: Monitor["ceilings"], { datapoints }: Seen["today"]): string | undefined {
  const most = ceilings?.datapoints;
  if (most === undefined || datapoints < most) return undefined;
  return `${ceilingBeginning}${most} datapoints a day is reached`;
}

function judgeCeiling(ceilings: Monitor["ceilings"], { costUsd }: Seen["today"]): string | undefined {
  const most = ceilings?.judgeUsd;
  return most === undefined || costUsd < most ? undefined : `${ceilingBeginning}$${most} a day for judges is reached`;
}

/** What is skipped for the rest of the day because of the ceilings that are reached; nothing while none is. */
export function pauseOf(
  { ceilings }: Pick<Monitor, "ceilings">,
  today: { readonly datapoints: number; readonly costUsd: number },
): Pause | undefined {
  const all = datapointCeiling(ceilings, today);
  if (all !== undefined) return { all };
  const slow = judgeCeiling(ceilings, today);
  return slow === undefined ? undefined : { slow };
}

function agoText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
