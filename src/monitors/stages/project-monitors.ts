import { LRUCache } from "lru-cache";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { WatchedMonitor } from "../monitor.ts";
import { createConditions } from "./conditions.ts";
import { createMatchMonitors } from "./match-monitors.ts";

interface ProjectMonitorsDependencies {
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  readonly checkReadsTrace?: (project: ProjectId, check: string) => boolean;
  /** For limits per minute, as in `createSelect`. */
  readonly takeSlot?: ((monitor: WatchedMonitor) => boolean) | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** One project's monitors, compiled. */
export interface CompiledMonitors {
  readonly select: ReturnType<typeof createMatchMonitors>["select"];
  readonly byId: ReadonlyMap<MonitorId, WatchedMonitor>;
  /** Whether a later span of a trace can change what they find in its calls. */
  readonly readsTrace: boolean;
}

export interface ProjectMonitors {
  of(project: ProjectId): CompiledMonitors;
  /** Replaces the project's monitors; undefined: none. */
  replace(project: ProjectId, monitors: readonly WatchedMonitor[] | undefined): void;
  /** Recompiles after the project's asynchronous checks changed. */
  recompile(project: ProjectId): void;
}

/** Maximum number of compiled projects in memory; recompiling takes a fraction of a millisecond. */
const compiledAtMost = 2000;
/** Maximum age of "now" in a condition. */
const timesLastMs = 60_000;

/** The monitors of all projects in one thread; each project is compiled at its first datapoint after a change. */
export function createProjectMonitors({
  isSlow,
  checkReadsTrace = () => false,
  takeSlot,
  now,
}: ProjectMonitorsDependencies): ProjectMonitors {
  const monitorsOf = new Map<ProjectId, readonly WatchedMonitor[]>();
  const compiled = new LRUCache<ProjectId, CompiledMonitors & { readonly until: number }>({ max: compiledAtMost });
  const conditions = createConditions();

  return {
    of(project) {
      const known = compiled.get(project);
      if (known && now() < known.until) return known;
      const monitors = monitorsOf.get(project) ?? [];
      const at = now();
      const { select, hasTime, readsTrace } = createMatchMonitors({
        monitors,
        now: at,
        isSlow,
        takeSlot,
        checkReadsTrace,
        conditions,
      });
      const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
      const fresh = { select, byId, readsTrace, until: hasTime ? at + timesLastMs : Infinity };
      compiled.set(project, fresh);
      return fresh;
    },

    replace(project, monitors) {
      compiled.delete(project);
      if (monitors) monitorsOf.set(project, monitors);
      else monitorsOf.delete(project);
    },

    recompile: (project) => void compiled.delete(project),
  };
}
