import { isOverLimit } from "../checks/index.ts";
import type { Verdict, VerdictState } from "../datapoints/index.ts";
import type { Monitor, Pause } from "./monitor.ts";

/** Monitor health states, worst first. */
export const monitorHealthStates = [
  "broken",
  "stopped",
  "daily_limit",
  "idle",
  "no_data",
  "waiting",
  "off",
  "working",
] as const;

/** A monitor's health state with an explanation. */
export interface MonitorHealth {
  readonly state: (typeof monitorHealthStates)[number];
  readonly reason: string;
}

interface Seen {
  readonly verdicts: Readonly<Partial<Record<VerdictState, number>>>;
  /** The most frequent skip reason except the limit per minute. */
  readonly skippedReason?: string;
  /** Datapoints above the limit per minute: each check has this many verdicts that are skipped as intended. */
  readonly overLimit: number;
  /** Datapoints matched today (UTC), and the cost of judges. */
  readonly today: { readonly datapoints: number; readonly costUsd: number };
  /** Start of the newest call that it matched, Unix milliseconds. */
  readonly lastMatchedAt?: number;
  /** Datapoints of the project in the same period, matching or not. */
  readonly projectDatapoints: number;
  /** Since when its oldest asynchronous check waits (Unix milliseconds), and why. */
  readonly waiting?: { readonly sinceAt: number; readonly reason?: string };
  readonly now: number;
}

/** Asynchronous checks that wait longer than this are stalled. */
const stoppedAfterMs = 10 * 60_000;
/** Share of broken verdicts from which a monitor counts as broken. */
const brokenShare = 0.5;
/** Number of datapoints from which a monitor without a single verdict counts as not working. */
const idleFrom = 10;
const defaultNoDataMinutes = 24 * 60;

/** Determines a monitor's health; the state that a person should look at first wins. */
export function monitorHealth(monitor: Monitor, seen: Seen): MonitorHealth {
  const { verdicts, today, lastMatchedAt, waiting, now } = seen;
  if (!monitor.enabled) return { state: "off", reason: "It is switched off and evaluates nothing." };
  const { passed = 0, failed = 0, skipped = 0, broken = 0 } = verdicts;
  const done = passed + failed + skipped;
  if (broken > 1 && broken / (broken + done) >= brokenShare) {
    return { state: "broken", reason: `${broken} of ${broken + done} verdicts of the last day could not be made.` };
  }
  if (waiting && now - waiting.sinceAt > stoppedAfterMs) {
    const why = waiting.reason === undefined ? "" : ` (${waiting.reason})`;
    return {
      state: "stopped",
      reason: `Its asynchronous checks have waited for ${agoText(now - waiting.sinceAt)}${why}.`,
    };
  }
  const limit = reachedDailyLimit(monitor, today);
  if (limit !== undefined) return { state: "daily_limit", reason: `${limit}; it continues at midnight UTC.` };
  const idle = skipped - seen.overLimit * monitor.checks.length;
  if (idle >= idleFrom && skipped === done + broken) {
    const why = seen.skippedReason === undefined ? "" : `, most often because: ${seen.skippedReason}`;
    return { state: "idle", reason: `All ${idle} verdicts of the last day were skipped${why}.` };
  }
  const silence = silenceOf(monitor, seen);
  if (silence !== undefined) return { state: "no_data", reason: silence };
  if (lastMatchedAt === undefined) return { state: "waiting", reason: "No call has matched since it was made." };
  return { state: "working", reason: `The last matching call came ${agoText(now - lastMatchedAt)} ago.` };
}

/** Describes how long a monitor has matched nothing, if that is too long. */
function silenceOf(monitor: Monitor, { lastMatchedAt, projectDatapoints, now }: Seen): string | undefined {
  const silentMs = now - (lastMatchedAt ?? monitor.createdAt);
  if (silentMs < (monitor.noDataAfterMinutes ?? defaultNoDataMinutes) * 60_000) return undefined;
  const matched =
    lastMatchedAt === undefined ? "It has matched nothing yet" : `It matched nothing for ${agoText(silentMs)}`;
  const others =
    projectDatapoints === 0
      ? "the project received nothing either"
      : `though ${projectDatapoints} datapoints came in the last day`;
  return `${matched}, ${others}.`;
}

/** Describes the daily limits that a monitor has reached. */
function reachedDailyLimit({ dailyLimits }: Pick<Monitor, "dailyLimits">, today: Seen["today"]): string | undefined {
  return datapointCeiling(dailyLimits, today) ?? judgeCeiling(dailyLimits, today);
}

const limitPrefix = "Its daily limit of ";

/** Whether a limit of the monitor skipped the check. The check itself works, and may be re-evaluated. */
export const isLimited = (verdict: Pick<Verdict, "state" | "reason">): boolean =>
  isOverLimit(verdict) || (verdict.state === "skipped" && (verdict.reason ?? "").startsWith(limitPrefix));

function datapointCeiling(dailyLimits: Monitor["dailyLimits"], { datapoints }: Seen["today"]): string | undefined {
  const most = dailyLimits?.datapoints;
  if (most === undefined || datapoints < most) return undefined;
  return `${limitPrefix}${most} datapoints a day is reached`;
}

function judgeCeiling(dailyLimits: Monitor["dailyLimits"], { costUsd }: Seen["today"]): string | undefined {
  const most = dailyLimits?.judgeUsd;
  return most === undefined || costUsd < most ? undefined : `${limitPrefix}$${most} a day for judges is reached`;
}

/** Returns what is skipped for the rest of the day because of reached daily limits; nothing if none is reached. */
export function pauseOf(
  { dailyLimits }: Pick<Monitor, "dailyLimits">,
  today: { readonly datapoints: number; readonly costUsd: number },
): Pause | undefined {
  const all = datapointCeiling(dailyLimits, today);
  if (all !== undefined) return { all };
  const slow = judgeCeiling(dailyLimits, today);
  return slow === undefined ? undefined : { slow };
}

function agoText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return "less than a minute";
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}
