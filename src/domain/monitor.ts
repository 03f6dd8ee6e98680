import type { Json } from "./datapoint.ts";
import type { MonitorId, ProjectId } from "./ids.ts";
import type { Severity } from "./verdict.ts";

export interface MonitorCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
  /** Overrides the check's own. */
  readonly severity?: Severity;
}

export interface NotificationPreference {
  /** A channel's id; the built-in e-mail channel is `email`. */
  readonly channel: string;
  readonly on: readonly ("behaviour" | "error")[];
  readonly minSeverity?: Severity;
  readonly cadence: "immediate" | "hourly" | "daily";
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
