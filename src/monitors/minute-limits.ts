import { randomUUID } from "node:crypto";
import { shareOfLimit } from "../checks/index.ts";
import { minuteMemory } from "../platform/http/minute-count.ts";
import type { MonitorId, ProjectId } from "../platform/ids.ts";
import type { Replicas } from "../storage/index.ts";
import type { Monitor, WatchedMonitor } from "./monitor.ts";

interface MinuteLimitsDependencies {
  readonly replicas: Replicas;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Interval between calls of `count`, in milliseconds. */
  readonly everyMs: number;
}

export interface MinuteLimits {
  /** Sets the current monitors of a project. */
  replace(project: ProjectId, monitors: readonly Monitor[]): void;
  /** Returns the monitor with this replica's share of its limit and the shared memory in which threads count. */
  applyTo(monitor: WatchedMonitor): WatchedMonitor;
  /** Counts the live replicas; reports each project whose shares changed. */
  count(onChange: (project: ProjectId) => void): Promise<void>;
  /** True while a monitor has a limit and the replicas have not been counted yet. */
  isUncounted(): boolean;
}

/** Divides per-minute limits among replicas. While replicas cannot be counted, the last count applies. */
export function createMinuteLimits({ replicas, now, everyMs }: MinuteLimitsDependencies): MinuteLimits {
  const name = randomUUID();
  const counts = new Map<ProjectId, ReadonlyMap<MonitorId, SharedArrayBuffer>>();
  let live: number | undefined;

  return {
    replace(project, monitors) {
      const before = counts.get(project);
      const limited = monitors.filter(({ maxPerMinute }) => maxPerMinute !== undefined);
      const after = new Map(limited.map(({ id }) => [id, before?.get(id) ?? minuteMemory()]));
      if (after.size > 0) counts.set(project, after);
      else counts.delete(project);
    },

    applyTo(monitor) {
      const usage = counts.get(monitor.projectId)?.get(monitor.id);
      if (monitor.maxPerMinute === undefined || !usage) return monitor;
      return { ...monitor, minute: { most: shareOfLimit(monitor.maxPerMinute, live ?? 1), used: usage } };
    },

    async count(onChange) {
      if (counts.size === 0) return;
      const before = live ?? 1;
      live = await replicas.beat(name, now(), 3 * everyMs);
      if (live !== before) for (const project of counts.keys()) onChange(project);
    },

    isUncounted: () => counts.size > 0 && live === undefined,
  };
}
