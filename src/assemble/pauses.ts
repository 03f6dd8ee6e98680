import type { MonitorId } from "../domain/ids.ts";
import type { Monitor, Pause, WatchedMonitor } from "../domain/monitor.ts";
import { pauseOf } from "../domain/monitor-health.ts";
import type { MonitorFigures } from "../ports/monitor-figures.ts";

const dayMs = 86_400_000;

interface Needs {
  readonly figures: Pick<MonitorFigures, "totals">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How long what was counted is good for. */
  readonly everyMs: number;
}

/**
 * Which monitors have reached a daily ceiling, counted anew every few seconds: in between a monitor may go over it by
 * what comes in that time. While nothing can be counted, what was known stays in force.
 */
export function createPauses({ figures, now, everyMs }: Needs) {
  let known: ReadonlyMap<MonitorId, Pause> = new Map();
  let countedAt = 0;
  return async (monitors: readonly Monitor[]): Promise<readonly WatchedMonitor[]> => {
    const capped = monitors.filter(({ ceilings }) => ceilings !== undefined);
    if (capped.length === 0) return monitors;
    if (now() - countedAt >= everyMs) known = (await count(capped).catch(() => undefined)) ?? known;
    return monitors.map((monitor) => {
      const pause = monitor.ceilings && known.get(monitor.id);
      return pause ? { ...monitor, pause } : monitor;
    });
  };

  async function count(capped: readonly Monitor[]): Promise<ReadonlyMap<MonitorId, Pause>> {
    countedAt = now();
    const midnight = Math.floor(countedAt / dayMs) * dayMs;
    const pauses = new Map<MonitorId, Pause>();
    for (const [project, of] of Map.groupBy(capped, ({ projectId }) => projectId)) {
      const today = await figures.totals(project, { from: midnight, to: midnight + dayMs });
      for (const monitor of of) {
        const pause = pauseOf(monitor, today.get(monitor.id) ?? { datapoints: 0, costUsd: 0 });
        if (pause) pauses.set(monitor.id, pause);
      }
    }
    return pauses;
  }
}
