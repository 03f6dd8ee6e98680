import type { Monitor } from "./monitor.ts";
import type { MonitorHealth } from "./monitor-health.ts";

/** What people are told of a monitor itself: it does not do its work, or does it again. */
export const monitorChangeKinds = ["broken", "stopped", "no_data", "works_again"] as const;
export type MonitorChangeKind = (typeof monitorChangeKinds)[number];

export interface MonitorChange {
  readonly kind: MonitorChangeKind;
  readonly monitor: Monitor;
  /** In a sentence. */
  readonly because: string;
  /** Unix milliseconds. */
  readonly at: number;
}

/** How a monitor stood when people were last told of it; one that nobody was told of has none. */
export interface ToldHealth {
  readonly state: MonitorChangeKind;
  /** Unix milliseconds. */
  readonly at: number;
}

/** A monitor that goes to and fro is told of once an hour. */
const quietMs = 3_600_000;

/**
 * What people are to be told of a monitor now. That nothing matches is told where the monitor says after how long, since
 * silence is what many wait for; a monitor that was switched off is nobody's news.
 */
export function monitorChange(
  monitor: Monitor,
  { state, because }: MonitorHealth,
  told: ToldHealth | undefined,
  at: number,
): MonitorChange | undefined {
  if (state === "off" || (told && at - told.at < quietMs)) return undefined;
  const kind = troubleOf(monitor, state) ?? "works_again";
  if (kind === (told?.state ?? "works_again")) return undefined;
  return { kind, monitor, because, at };
}

function troubleOf(
  { noDataAfterMinutes }: Monitor,
  state: MonitorHealth["state"],
): Exclude<MonitorChangeKind, "works_again"> | undefined {
  if (state === "broken" || state === "stopped") return state;
  return state === "no_data" && noDataAfterMinutes !== undefined ? "no_data" : undefined;
}
