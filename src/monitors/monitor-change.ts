import type { Monitor } from "./monitor.ts";
import type { MonitorHealth } from "./monitor-health.ts";

/** Changes of a monitor's health that users are notified of. */
export const monitorChangeKinds = ["broken", "stopped", "no_data", "works_again"] as const;
export type MonitorChangeKind = (typeof monitorChangeKinds)[number];

export interface MonitorChange {
  readonly kind: MonitorChangeKind;
  readonly monitor: Monitor;
  readonly reason: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A monitor's health at the last notification; absent for monitors without any. */
export interface NotifiedHealth {
  readonly state: MonitorChangeKind;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A flapping monitor notifies at most once an hour. */
const minIntervalMs = 3_600_000;

/**
 * Returns the health change to notify about, if any. Silence counts only for monitors that set a time without
 * matches, because many monitors rarely match. Disabled monitors never notify.
 */
export function monitorChange(
  monitor: Monitor,
  { state, reason }: MonitorHealth,
  notified: NotifiedHealth | undefined,
  at: number,
): MonitorChange | undefined {
  if (state === "off" || (notified && at - notified.at < minIntervalMs)) return undefined;
  const kind = troubleOf(monitor, state) ?? "works_again";
  if (kind === (notified?.state ?? "works_again")) return undefined;
  return { kind, monitor, reason, at };
}

function troubleOf(
  { noDataAfterMinutes }: Monitor,
  state: MonitorHealth["state"],
): Exclude<MonitorChangeKind, "works_again"> | undefined {
  if (state === "broken" || state === "stopped") return state;
  return state === "no_data" && noDataAfterMinutes !== undefined ? "no_data" : undefined;
}
