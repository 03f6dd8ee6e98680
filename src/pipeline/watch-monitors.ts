import type { MonitorId, ProjectId } from "../domain/ids.ts";
import type { Monitor } from "../domain/monitor.ts";
import { monitorChange, type ToldHealth } from "../domain/monitor-change.ts";
import { messageOf } from "../lib/failure.ts";
import { createRounds } from "../lib/rounds.ts";
import type { MonitorFeed, MonitorHealthStore } from "../ports/records.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import type { MonitorLook } from "./look-at-monitors.ts";

interface Needs {
  readonly monitorFeed: MonitorFeed;
  readonly monitorHealth: MonitorHealthStore;
  readonly lookAtMonitors: (project: ProjectId, monitors: readonly Monitor[]) => Promise<readonly MonitorLook[]>;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly everyMs: number;
}

/**
 * Tells people of monitors that do not do their work: nothing else would, because what a monitor does not find looks like
 * nothing to find. Decided again inside the transaction that writes it, so any number of replicas may watch.
 */
export function createMonitorWatch(needs: Needs) {
  const { monitorFeed, monitorHealth, lookAtMonitors, telemetry, now, everyMs } = needs;
  return { ...createRounds({ work: look, onFailure: report, everyMs }), look };

  async function look(): Promise<void> {
    const told = await monitorHealth.told();
    const watched = Map.groupBy(await monitorFeed.enabled(), ({ projectId }) => projectId);
    for (const [project, monitors] of watched) await lookAt(project, monitors, told).catch(report);
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
