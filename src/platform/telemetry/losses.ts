import { LRUCache } from "lru-cache";
import type { ProjectId } from "../ids.ts";
import type { GaffeEvent } from "./events.ts";

/** Traffic of a project that was not accepted for one reason, with the count of the last 24 hours. */
export interface Loss {
  /** Single spans or log records of a request, or whole requests. */
  readonly unit: "items" | "requests";
  readonly signal: string;
  readonly reason: string;
  readonly count: number;
  /** Unix milliseconds. */
  readonly lastAt: number;
}

export interface Losses {
  /** Records an event that has a project and counts items or requests that were not accepted. */
  readonly record: (event: GaffeEvent) => void;
  readonly of: (project: ProjectId) => readonly Loss[];
}

const hourMs = 3_600_000;
const retentionHours = 24;
/** Reasons are a closed set, projects are not: the least recently updated count is evicted first. */
const maxCounts = 2000;

interface Counted {
  readonly project: string;
  readonly unit: Loss["unit"];
  readonly signal: string;
  readonly reason: string;
  /** By hour since 1970. */
  readonly hours: Map<number, number>;
  lastAt: number;
}

/**
 * Counts rejections at receipt for the members of a project, by hour, in the memory of this process. The durable
 * record is in the counters and the log; this answers "where are my spans?".
 */
export function createLosses({ now }: { readonly now: () => number }): Losses {
  const counts = new LRUCache<string, Counted>({ max: maxCounts });
  return { record, of };

  function record({ kind, count = 1, labels = {}, facts = {} }: GaffeEvent): void {
    const project = facts["project"];
    if (typeof project !== "string" || (kind !== "items-rejected" && kind !== "bodies-refused")) return;
    const unit = kind === "items-rejected" ? "items" : "requests";
    const { signal = "", reason = "" } = labels;
    const key = `${project} ${unit} ${signal} ${reason}`;
    const at = now();
    const hour = Math.floor(at / hourMs);
    const known = counts.get(key) ?? {
      project,
      unit,
      signal,
      reason,
      hours: new Map<number, number>(),
      lastAt: at,
    };
    known.lastAt = at;
    known.hours.set(hour, (known.hours.get(hour) ?? 0) + count);
    for (const old of known.hours.keys()) if (old <= hour - retentionHours) known.hours.delete(old);
    counts.set(key, known);
  }

  function of(project: ProjectId): readonly Loss[] {
    const oldest = Math.floor(now() / hourMs) - retentionHours;
    return [...counts.values()]
      .filter((one) => one.project === project)
      .map(({ unit, signal, reason, hours, lastAt }) => ({
        unit,
        signal,
        reason,
        count: [...hours].reduce((sum, [hour, count]) => (hour > oldest ? sum + count : sum), 0),
        lastAt,
      }))
      .filter(({ count }) => count > 0)
      .sort((a, b) => b.count - a.count || b.lastAt - a.lastAt);
  }
}
