import { isDeepStrictEqual } from "node:util";
import type { ProjectActivity } from "../datapoints/index.ts";
import type { MonitorId, ProjectId } from "../platform/ids.ts";
import type { Monitor, Pause, WatchedMonitor } from "./monitor.ts";
import { pauseOf } from "./monitor-health.ts";
import type { MonitorStatistics, MonitorTotals } from "./ports/monitor-statistics.ts";

const dayMs = 86_400_000;
/** Tolerance for clock differences and for the delay until an insert is readable. */
const overlapMs = 60_000;

interface PausesDependencies {
  readonly statistics: Pick<MonitorStatistics, "totals">;
  readonly activity: ProjectActivity;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface Pauses {
  /** Sets the current monitors of a project. */
  replace(project: ProjectId, monitors: readonly Monitor[]): void;
  applyTo(monitor: WatchedMonitor): WatchedMonitor;
  /**
   * Counts the projects whose daily limits may have been reached since the last count: those with new datapoints
   * or changed monitors. Reports each project whose pauses changed. After a failure all are counted again.
   */
  count(onChange: (project: ProjectId) => void): Promise<void>;
}

/**
 * Tracks which monitors have reached a daily limit. A monitor may exceed it by what arrives between two
 * counts.
 */
export function createPauses({ statistics, activity, now }: PausesDependencies): Pauses {
  const capped = new Map<ProjectId, readonly Monitor[]>();
  const known = new Map<ProjectId, ReadonlyMap<MonitorId, Pause>>();
  const changed = new Set<ProjectId>();
  let countedAt = 0;

  return {
    replace(project, monitors) {
      const ofProject = monitors.filter(({ dailyLimits }) => dailyLimits !== undefined);
      if (ofProject.length > 0) capped.set(project, ofProject);
      else capped.delete(project);
      if (ofProject.length > 0) changed.add(project);
      else known.delete(project);
    },

    applyTo(monitor) {
      const pause = monitor.dailyLimits && known.get(monitor.projectId)?.get(monitor.id);
      return pause ? { ...monitor, pause } : monitor;
    },

    async count(onChange) {
      if (capped.size === 0) return;
      const at = now();
      const midnight = Math.floor(at / dayMs) * dayMs;
      // A new day ends the pauses of the previous one.
      const due = new Set(countedAt < midnight ? [...changed, ...known.keys()] : changed);
      const since = Math.max(midnight, countedAt - overlapMs);
      for (const project of await activity.storedSince(since)) if (capped.has(project)) due.add(project);
      const active = due.size > 0 ? await activity.activeSince(midnight) : due;
      for (const project of due) {
        if (await countProject(project, active.has(project) ? midnight : undefined)) onChange(project);
      }
      countedAt = at;
    },
  };

  /** `midnight` is undefined when the project has no datapoints today. Returns whether its pauses changed. */
  async function countProject(project: ProjectId, midnight: number | undefined): Promise<boolean> {
    const monitors = capped.get(project) ?? [];
    changed.delete(project);
    const pauses = new Map<MonitorId, Pause>();
    try {
      const none = new Map<MonitorId, MonitorTotals>();
      const today =
        midnight === undefined ? none : await statistics.totals(project, { from: midnight, to: midnight + dayMs });
      for (const monitor of monitors) {
        const pause = pauseOf(monitor, today.get(monitor.id) ?? { datapoints: 0, costUsd: 0 });
        if (pause) pauses.set(monitor.id, pause);
      }
    } catch (thrown) {
      changed.add(project);
      throw thrown;
    }
    const before = known.get(project) ?? new Map();
    if (pauses.size > 0) known.set(project, pauses);
    else known.delete(project);
    return !isDeepStrictEqual(before, pauses);
  }
}
