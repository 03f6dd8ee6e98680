import { messageOf } from "../platform/failure.ts";
import type { MonitorId, ProjectId } from "../platform/ids.ts";
import { createSchedule } from "../platform/scheduling/schedule.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ProjectChanges } from "../storage/index.ts";
import { followChanges } from "../storage/service.ts";
import type { MinuteLimits } from "./minute-limits.ts";
import type { Monitor, WatchedMonitor } from "./monitor.ts";
import type { Pauses } from "./pauses.ts";
import type { MonitorFeed } from "./ports/monitors.ts";

interface FollowMonitorsDependencies {
  readonly feed: MonitorFeed;
  readonly changes: ProjectChanges;
  readonly pauses: Pauses;
  readonly limits: MinuteLimits;
  /** Sends the monitors of a project to every thread; undefined when it has none. */
  readonly send: (project: ProjectId, monitors: readonly WatchedMonitor[] | undefined) => void;
  readonly everyMs: number;
  /** Interval for counting daily limits and replicas. */
  readonly countEveryMs: number;
  readonly telemetry: Telemetry;
}

/**
 * Holds the enabled monitors of all projects in memory and sends them to the threads with their currently
 * remaining limits.
 */
export async function followMonitors(dependencies: FollowMonitorsDependencies) {
  const { feed, changes, pauses, limits, send, everyMs, countEveryMs, telemetry } = dependencies;
  const byId = new Map<MonitorId, Monitor>();
  const byProject = new Map<ProjectId, readonly Monitor[]>();
  const counting = createSchedule({ work: count, onFailure: report, everyMs: countEveryMs });
  const following = await followChanges({ topic: "monitors", changes, load, everyMs, telemetry });
  await count().catch(report);
  counting.start();
  const stop = async () => {
    await following.stop();
    await counting.stop();
  };
  return { ...following, stop, byProject, byId: (id: MonitorId) => byId.get(id) };

  async function load(projects?: readonly ProjectId[]): Promise<void> {
    const found = Map.groupBy(await feed.enabled(projects), ({ projectId }) => projectId);
    for (const project of projects ?? found.keys()) replace(project, found.get(project) ?? []);
    if (limits.isUncounted()) counting.wake();
  }

  function replace(project: ProjectId, monitors: readonly Monitor[]): void {
    for (const { id } of byProject.get(project) ?? []) byId.delete(id);
    for (const monitor of monitors) byId.set(monitor.id, monitor);
    if (monitors.length > 0) byProject.set(project, monitors);
    else byProject.delete(project);
    pauses.replace(project, monitors);
    limits.replace(project, monitors);
    sendProject(project);
  }

  async function count(): Promise<void> {
    const counts = await Promise.allSettled([pauses.count(sendProject), limits.count(sendProject)]);
    for (const counted of counts) if (counted.status === "rejected") throw counted.reason;
  }

  function sendProject(project: ProjectId): void {
    send(
      project,
      byProject.get(project)?.map((monitor) => limits.applyTo(pauses.applyTo(monitor))),
    );
  }

  function report(thrown: unknown): void {
    telemetry.emit({
      kind: "monitor-limits-not-counted",
      level: "warn",
      message: "how far monitors used their limits could not be counted; the last known state stays in force",
      facts: { error: messageOf(thrown) },
    });
  }
}
