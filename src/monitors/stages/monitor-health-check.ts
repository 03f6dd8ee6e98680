import type { ProjectActivity } from "../../datapoints/index.ts";
import { messageOf } from "../../platform/failure.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import { createSchedule } from "../../platform/scheduling/schedule.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Monitor } from "../monitor.ts";
import { monitorChange, type NotifiedHealth } from "../monitor-change.ts";
import type { MonitorHealthStore } from "../ports/monitors.ts";
import type { MonitorReading } from "./read-monitor-status.ts";

interface MonitorWatchDependencies {
  readonly enabled: ReadonlyMap<ProjectId, readonly Monitor[]>;
  readonly activity: Pick<ProjectActivity, "activeSince">;
  readonly monitorHealth: MonitorHealthStore;
  readonly readMonitorStatus: (project: ProjectId, monitors: readonly Monitor[]) => Promise<readonly MonitorReading[]>;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly everyMs: number;
  /** Maximum number of projects per round; the rest follow in the next rounds. */
  readonly projectsARound?: number;
}

const dayMs = 86_400_000;
/** Counting a day with many millions of verdicts takes ClickHouse seconds, and storing datapoints has priority. */
const share = 0.05;

/**
 * Notifies users of monitors that do not work: a monitor that finds nothing otherwise looks like one with
 * nothing to find. The decision is repeated inside the writing transaction, so any number of replicas may run
 * it.
 */
export function createMonitorHealthCheck(dependencies: MonitorWatchDependencies) {
  const {
    enabled,
    activity,
    monitorHealth,
    readMonitorStatus,
    telemetry,
    now,
    everyMs,
    projectsARound = 200,
  } = dependencies;
  let waiting: ProjectId[] = [];
  return { ...createSchedule({ work: checkHealth, onFailure: report, everyMs, share }), look: checkHealth };

  async function checkHealth(): Promise<void> {
    const notified = await monitorHealth.notifiedHealth();
    if (waiting.length === 0) waiting = await projectsToCheck(notified);
    for (const project of waiting.splice(0, projectsARound))
      await checkProject(project, enabled.get(project) ?? [], notified).catch(report);
  }

  /**
   * Returns the projects to check. Without a verdict in the last day, a monitor is neither broken nor stalled;
   * others matter only if they notified before or set a time without matches.
   */
  async function projectsToCheck(notified: ReadonlyMap<MonitorId, NotifiedHealth>): Promise<ProjectId[]> {
    const active = await activity.activeSince(now() - dayMs);
    const mayChange = ({ id, noDataAfterMinutes }: Monitor) => noDataAfterMinutes !== undefined || notified.has(id);
    return [...enabled].flatMap(([project, monitors]) =>
      active.has(project) || monitors.some(mayChange) ? [project] : [],
    );
  }

  async function checkProject(
    project: ProjectId,
    monitors: readonly Monitor[],
    notified: ReadonlyMap<MonitorId, NotifiedHealth>,
  ): Promise<void> {
    const readings = await readMonitorStatus(project, monitors);
    const at = now();
    const decide = (known: typeof notified) =>
      readings.flatMap(({ monitor, health }) => monitorChange(monitor, health, known.get(monitor.id), at) ?? []);
    if (decide(notified).length > 0) await monitorHealth.notify(project, decide);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "monitors-not-watched",
      level: "warn",
      message: "the health of monitors could not be read; it is retried",
      facts: { error: messageOf(thrown) },
    });
  }
}
