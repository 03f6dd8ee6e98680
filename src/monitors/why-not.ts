import {
  conditionFields,
  createMatcher,
  type Datapoint,
  explain,
  type MonitorReading,
  matchable,
  parseQuery,
  type StoredDatapoint,
} from "../datapoints/index.ts";
import type { Monitor } from "./monitor.ts";

/**
 * Explains why a monitor, as currently configured, did not match a datapoint: the clauses that failed, or
 * another reason.
 */
export function whyNot(
  { enabled, condition, sampleRate, createdAt }: Pick<Monitor, "enabled" | "condition" | "sampleRate" | "createdAt">,
  datapoint: Datapoint,
  now: number,
): string {
  if (datapoint.source === "run") return "it is of a test run, which its own checks judge";
  const { query, problems } = parseQuery(condition, { now, fields: conditionFields });
  if (problems[0]) return `its condition has a mistake: ${problems[0].message}`;
  const subject = matchable(datapoint);
  if (!createMatcher(query)(subject)) {
    return explain(query, subject)
      .map(({ clause, actual }) => `${clause} does not hold (${actual})`)
      .join("; ");
  }
  if (!enabled) return "it is disabled";
  if (createdAt > datapoint.startedAt) return "it was created after this call";
  return sampleRate < 1
    ? `its condition holds, but the sample of ${sampleRate * 100} % left it out`
    : "it matches as currently configured, but did not when the datapoint was received";
}

/**
 * Explains what a monitor decided when the datapoint arrived; the reason follows from the monitor's current
 * condition.
 */
export function readingOf(monitor: Monitor, stored: StoredDatapoint, now: number): MonitorReading {
  const { id, name, condition } = monitor;
  if (stored.monitorIds.includes(id)) {
    const reason = condition === "" ? "it matches everything" : "its condition holds";
    return { id, name, matched: true, reason };
  }
  return { id, name, matched: false, reason: whyNot(monitor, stored.datapoint, now) };
}
