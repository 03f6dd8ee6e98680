import type { ProjectId } from "../ids.ts";
import type { GaffeEvent } from "./events.ts";

/** What of a project's traffic was not taken in for one reason, and how often in the last 24 hours. */
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
  /** Takes note of an event that names a project and tells of items or requests that were not accepted. */
  readonly note: (event: GaffeEvent) => void;
  /** Most frequent first. */
  readonly of: (project: ProjectId) => readonly Loss[];
}

const hourMs = 3_600_000;
const hoursKept = 24;
/** Reasons are a closed set, projects are not: of so many lines the one noted longest ago leaves first. */
const kept = 2000;

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
 * What was rejected at receipt, for the people of a project: in memory, of this process, by the hour. What must not be
 * lost is in the counters and the log; this is the short answer to "where are my spans?".
 */
export function createLosses({ now }: { readonly now: () => number }): Losses {
  /** Those noted last stand last. */
  const counts = new Map<string, Counted>();
  return { note, of };

  function note({ kind, count = 1, labels = {}, facts = {} }: GaffeEvent): void {
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
    for (const old of known.hours.keys()) if (old <= hour - hoursKept) known.hours.delete(old);
    counts.delete(key);
    counts.set(key, known);
    const [oldest] = counts.keys();
    if (counts.size > kept && oldest !== undefined) counts.delete(oldest);
  }

  function of(project: ProjectId): readonly Loss[] {
    const oldest = Math.floor(now() / hourMs) - hoursKept;
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
