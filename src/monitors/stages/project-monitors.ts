import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { WatchedMonitor } from "../monitor.ts";
import { createConditions } from "./conditions.ts";
import { createSelect } from "./select.ts";

interface ProjectMonitorsDependencies {
  readonly isSlow: (project: ProjectId, check: string) => boolean;
  /** For limits a minute, as `createSelect` needs it. */
  readonly takePlace?: ((monitor: WatchedMonitor) => boolean) | undefined;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** One project's monitors, ready for its datapoints. */
export interface CompiledMonitors {
  readonly select: ReturnType<typeof createSelect>["select"];
  readonly byId: ReadonlyMap<MonitorId, WatchedMonitor>;
}

export interface ProjectMonitors {
  of(project: ProjectId): CompiledMonitors;
  /** The project has these from now on; undefined: none. */
  replace(project: ProjectId, monitors: readonly WatchedMonitor[] | undefined): void;
  /** Which checks are slow changed for the project. */
  recompile(project: ProjectId): void;
}

/** Compiled projects that are remembered: one that is used again is compiled again within a fraction of a millisecond. */
const compiledAtMost = 2000;
/** How old "now" in a condition may be. */
const timesLastMs = 60_000;

/** A thread's state of all projects: each is compiled with its first datapoint after a change of its own. */
export function createProjectMonitors({ isSlow, takePlace, now }: ProjectMonitorsDependencies): ProjectMonitors {
  const monitorsOf = new Map<ProjectId, readonly WatchedMonitor[]>();
  const compiled = new Map<ProjectId, CompiledMonitors & { readonly until: number }>();
  const conditions = createConditions();

  return {
    of(project) {
      const known = compiled.get(project);
      if (known && now() < known.until) return known;
      const monitors = monitorsOf.get(project) ?? [];
      const at = now();
      const { select, hasTime } = createSelect({ monitors, now: at, isSlow, takePlace, conditions });
      const byId = new Map(monitors.map((monitor) => [monitor.id, monitor]));
      const fresh = { select, byId, until: hasTime ? at + timesLastMs : Infinity };
      if (compiled.size >= compiledAtMost) compiled.clear();
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
