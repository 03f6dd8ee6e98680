import type { Json } from "./datapoint.ts";
import type { MonitorId, ProjectId } from "./ids.ts";
import type { Severity } from "./verdict.ts";

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
  /** All of them where absent. */
  readonly changes?: readonly ("opened" | "regressed" | "resolved")[];
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
  readonly checks: readonly MonitorCheck[];
  readonly notifications: readonly NotificationPreference[];
  /** Counts up with every change. */
  readonly revision: number;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}
