import type { Severity } from "../checks/verdicts/verdict.ts";
import type { Json } from "../datapoints/datapoint.ts";
import type { MonitorId, ProjectId } from "../platform/ids.ts";

export interface MonitorCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** Overrides the check's own. */
  readonly severity?: Severity;
}

export const cadences = ["immediate", "hourly", "daily"] as const;

/** Which changes of a monitor's issues are told where, and when. */
export interface NotificationPreference {
  /** A channel's id; the built-in e-mail channel is `email`, and `none` tells nobody. */
  readonly channel: string;
  readonly on: readonly ("behaviour" | "error")[];
  /** All of them where absent. An issue that is ignored no longer counts as regressed. */
  readonly changes?: readonly ("opened" | "regressed" | "spiking" | "resolved")[];
  readonly minSeverity?: Severity;
  /** For what a more urgent preference tells already. */
  readonly maxSeverity?: Severity;
  readonly cadence: (typeof cadences)[number];
  /** When a daily digest is sent, `HH:MM`; 09:00 where absent. */
  readonly dailyAt?: string;
  /** Nothing is sent from `from` to `to` (`HH:MM`, may pass midnight); it comes in one digest afterwards. */
  readonly quietHours?: { readonly from: string; readonly to: string };
  /** IANA time zone of both; UTC where absent. */
  readonly timeZone?: string;
}

/** When a monitor's findings open an issue, or bring a resolved one back; by the times of the calls. */
export type Threshold =
  /** So many flagged datapoints of one issue within some stretch of that length. */
  | { readonly kind: "count"; readonly findings: number; readonly withinMinutes: number }
  /** That share of the datapoints the monitor matched in the stretch before a finding, of at least `minDatapoints`. */
  | { readonly kind: "rate"; readonly share: number; readonly withinMinutes: number; readonly minDatapoints: number };

/** How far a monitor goes in one day (UTC). Over it, checks are skipped with the reason until midnight. */
export interface DailyCeilings {
  /** Datapoints checked. Kept to within what is checked in some seconds. */
  readonly datapoints?: number;
  /** US dollars for judges. */
  readonly judgeUsd?: number;
}

/** Why a monitor's checks are skipped for now: all of them, or those that cost money. */
export interface Pause {
  readonly all?: string;
  readonly slow?: string;
}

/** A condition, checks and notification preferences, evaluated on every matching datapoint. */
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
  /** Of those, at most so many a minute, by the minute in which the line meets them; the checks of the rest are skipped. */
  readonly maxPerMinute?: number;
  readonly checks: readonly MonitorCheck[];
  readonly notifications: readonly NotificationPreference[];
  /** Every finding opens its issue where absent. */
  readonly threshold?: Threshold;
  /** After a message about this monitor, what comes for the same recipient within so long waits for its end. */
  readonly cooldownMinutes?: number;
  readonly ceilings?: DailyCeilings;
  /** It says so when it has matched nothing for so long; 24 hours where absent. */
  readonly noDataAfterMinutes?: number;
  /** Counts up with every change. */
  readonly revision: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A monitor as the line goes by it. */
export interface WatchedMonitor extends Monitor {
  /** While a daily ceiling is reached. */
  readonly pause?: Pause;
  /** Of a monitor with a limit a minute: what this replica may take of it, and what its threads have taken. */
  readonly minute?: { readonly most: number; readonly taken: SharedArrayBuffer };
}
