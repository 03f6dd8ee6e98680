import type { Severity } from "../datapoints/index.ts";
import type { MonitorId, ProjectId } from "../platform/ids.ts";
import type { Json } from "../platform/json/json.ts";

export interface MonitorCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  readonly severity?: Severity;
}

export const cadences = ["immediate", "hourly", "daily"] as const;

/** Which changes of a monitor's issues are sent to which channel, and when. */
export interface NotificationPreference {
  /** A channel id; `email` is the built-in email channel, `none` sends nothing. */
  readonly channel: string;
  readonly on: readonly ("behavior" | "error")[];
  /** Default: all. An issue that is ignored no longer counts as regressed. */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[];
  readonly minSeverity?: Severity;
  /** Excludes what a preference for higher severities already sends. */
  readonly maxSeverity?: Severity;
  readonly cadence: (typeof cadences)[number];
  /** Time of the daily digest, `HH:MM`; default 09:00. */
  readonly dailyAt?: string;
  /** Nothing is sent between `from` and `to` (`HH:MM`, may span midnight); one digest follows afterwards. */
  readonly quietHours?: { readonly from: string; readonly to: string };
  /** IANA time zone of both; default UTC. */
  readonly timeZone?: string;
}

/**
 * Condition under which a monitor's findings open an issue or reopen a resolved one, based on the times of the
 * calls.
 */
export type Threshold =
  /** At least this many flagged datapoints of one issue within a time window. */
  | { readonly kind: "count"; readonly findings: number; readonly withinMinutes: number }
  /**
   * At least this share of the datapoints that the monitor matched in the window before a finding; requires
   * `minDatapoints`.
   */
  | { readonly kind: "rate"; readonly share: number; readonly withinMinutes: number; readonly minDatapoints: number };

/** Fields of a call by which issues can be grouped further, in the names of the query language. */
export const groupingFields = ["model", "service", "release", "env", "provider"] as const;
export type GroupingField = (typeof groupingFields)[number];

/** How findings of a monitor are grouped beyond their fingerprint. */
export interface Grouping {
  /** All of its issues: one issue for each value of these. */
  readonly by: readonly GroupingField[];
  /** Behavior: one issue for each topic of the requests. Absent: where it makes sense for the check. */
  readonly topics?: boolean;
  /** Single issues: "always group this one by …". */
  readonly issues: readonly { readonly issue: string; readonly by: readonly GroupingField[] }[];
}

/** Daily limits of a monitor (UTC). Above them, checks are skipped with the reason until midnight. */
export interface DailyCeilings {
  /** Datapoints checked; may be exceeded by what is checked in a few seconds. */
  readonly datapoints?: number;
  readonly judgeUsd?: number;
}

/** Why a monitor's checks are currently skipped: all of them, or only those that cost money. */
export interface Pause {
  readonly all?: string;
  readonly slow?: string;
}

/** A condition, checks and notification preferences; evaluated for every datapoint. */
export interface Monitor {
  readonly id: MonitorId;
  readonly projectId: ProjectId;
  readonly name: string;
  readonly description?: string;
  readonly enabled: boolean;
  /** A query; "" matches every datapoint. */
  readonly condition: string;
  /** Share of matching datapoints to check, 0 to 1, decided by a hash of monitor and datapoint. */
  readonly sampleRate: number;
  /** Maximum number of sampled datapoints per minute of processing; the checks of the rest are skipped. */
  readonly maxPerMinute?: number;
  readonly checks: readonly MonitorCheck[];
  readonly notifications: readonly NotificationPreference[];
  /** Absent: every finding opens its issue. */
  readonly threshold?: Threshold;
  /**
   * After a message about this monitor, further ones to the same recipient are delayed until this time has
   * passed.
   */
  readonly cooldownMinutes?: number;
  readonly dailyLimits?: DailyCeilings;
  readonly grouping?: Grouping;
  /** Minutes without a match after which it notifies; default 24 hours. */
  readonly noDataAfterMinutes?: number;
  /** Incremented with every change. */
  readonly revision: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A monitor with its current limits, as the pipeline uses it. */
export interface WatchedMonitor extends Monitor {
  /** Present while a daily limit is reached. */
  readonly pause?: Pause;
  /** For monitors with a limit per minute: this replica's share of it, and how much its threads have used. */
  readonly minute?: { readonly most: number; readonly used: SharedArrayBuffer };
}
