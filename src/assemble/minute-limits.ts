import { randomUUID } from "node:crypto";
import type { MonitorId } from "../domain/ids.ts";
import { shareOfLimit } from "../domain/minute-limit.ts";
import type { WatchedMonitor } from "../domain/monitor.ts";
import { minuteMemory } from "../lib/minute-count.ts";
import type { Replicas } from "../ports/records.ts";

interface Needs {
  readonly replicas: Replicas;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How often it is counted how many replicas there are. */
  readonly everyMs: number;
}

/**
 * Gives monitors with a limit a minute what this replica may take of it, and the memory in which its threads count. While
 * it cannot be told how many replicas there are, the last number stays in force.
 */
export function createMinuteLimits({ replicas, now, everyMs }: Needs) {
  const name = randomUUID();
  const counts = new Map<MonitorId, SharedArrayBuffer>();
  let live = 1;
  let countedAt = 0;

  return async (monitors: readonly WatchedMonitor[]): Promise<readonly WatchedMonitor[]> => {
    const limited = new Set(monitors.flatMap(({ id, maxPerMinute }) => (maxPerMinute === undefined ? [] : id)));
    for (const id of counts.keys()) if (!limited.has(id)) counts.delete(id);
    if (limited.size === 0) return monitors;
    if (now() - countedAt >= everyMs) live = (await count().catch(() => undefined)) ?? live;
    return monitors.map((monitor) => {
      const { id, maxPerMinute } = monitor;
      if (maxPerMinute === undefined) return monitor;
      const taken = counts.get(id) ?? minuteMemory();
      counts.set(id, taken);
      return { ...monitor, minute: { most: shareOfLimit(maxPerMinute, live), taken } };
    });
  };

  function count(): Promise<number> {
    countedAt = now();
    return replicas.beat(name, countedAt, 3 * everyMs);
  }
}
