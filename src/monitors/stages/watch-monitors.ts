import type { MonitorHealthStore } from "../../app/ports/records.ts";
import type { ProjectActivity } from "../../datapoints/ports/project-activity.ts";
import { messageOf } from "../../platform/failure.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import { createRounds } from "../../platform/scheduling/rounds.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Monitor } from "../monitor.ts";
import { monitorChange, type ToldHealth } from "../monitor-change.ts";
import type { MonitorLook } from "./look-at-monitors.ts";

interface Needs {
  /** The enabled monitors of all projects. */
  readonly enabled: ReadonlyMap<ProjectId, readonly Monitor[]>;
  readonly activity: Pick<ProjectActivity, "activeSince">;
  readonly monitorHealth: MonitorHealthStore;
  readonly lookAtMonitors: (project: ProjectId, monitors: readonly Monitor[]) => Promise<readonly MonitorLook[]>;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly everyMs: number;
  /** Projects looked at in one round: the rest are looked at in the next ones. */
  readonly projectsARound?: number;
}

const dayMs = 86_400_000;
/** A day of many millions of verdicts takes ClickHouse seconds to count: datapoints come first. */
const share = 0.05;

/**
 * Tells people of monitors that do not do their work: nothing else would, because what a monitor does not find looks like
 * nothing to find. Decided again inside the transaction that writes it, so any number of replicas may watch.
 */
export function createMonitorWatch(needs: Needs) {
  const { enabled, activity, monitorHealth, lookAtMonitors, telemetry, now, everyMs, projectsARound = 200 } = needs;
  let waiting: ProjectId[] = [];
  return { ...createRounds({ work: look, onFailure: report, everyMs, share }), look };

  async function look(): Promise<void> {
    const told = await monitorHealth.told();
    if (waiting.length === 0) waiting = await projectsToLookAt(told);
    for (const project of waiting.splice(0, projectsARound))
      await lookAt(project, enabled.get(project) ?? [], told).catch(report);
  }

  /**
   * Without a verdict of the last day a monitor is neither broken nor stalled. Others matter only where people were told
   * of a monitor before, or where one says after how long silence is wrong.
   */
  async function projectsToLookAt(told: ReadonlyMap<MonitorId, ToldHealth>): Promise<ProjectId[]> {
    const active = await activity.activeSince(now() - dayMs);
    const mayChange = ({ id, noDataAfterMinutes }: Monitor) => noDataAfterMinutes !== undefined || told.has(id);
    return [...enabled].flatMap(([project, monitors]) =>
      active.has(project) || monitors.some(mayChange) ? [project] : [],
    );
  }

  async function lookAt(
    project: ProjectId,
    monitors: readonly Monitor[],
    told: ReadonlyMap<MonitorId, ToldHealth>,
  ): Promise<void> {
    const looks = await lookAtMonitors(project, monitors);
    const at = now();
    const decide = (known: typeof told) =>
      looks.flatMap(({ monitor, health }) => monitorChange(monitor, health, known.get(monitor.id), at) ?? []);
    if (decide(told).length > 0) await monitorHealth.tell(project, decide);
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "monitors-not-watched",
      level: "warn",
      message: "whether monitors work could not be looked at; it is tried again",
      facts: { error: messageOf(thrown) },
    });
  }
}
