import { LRUCache } from "lru-cache";
import type { ProjectId } from "../../platform/ids.ts";

/** A request that is expected to take longer than this has the thread for slow ones, milliseconds of CPU. */
const slowFromMs = 250;
/** How long a project whose request took too long is expected to be slow. */
const slowForMs = 10 * 60_000;
/** Weight of the newest request in the average. */
const newest = 0.3;

interface Pace {
  readonly msPerByte: number;
  readonly slowUntil: number;
}

/** Remembers how long the redaction of each project's bytes takes. */
export function createRedactionPaces(now: () => number) {
  const paces = new LRUCache<ProjectId, Pace>({ max: 10_000 });
  const paceOf = (project: ProjectId) => paces.get(project) ?? { msPerByte: 0, slowUntil: 0 };
  return {
    isSlow(project: ProjectId, bytes: number): boolean {
      const { msPerByte, slowUntil } = paceOf(project);
      return now() < slowUntil || msPerByte * bytes > slowFromMs;
    },
    note(project: ProjectId, bytes: number, cpuMs: number): void {
      const { msPerByte, slowUntil } = paceOf(project);
      paces.set(project, { msPerByte: msPerByte * (1 - newest) + (cpuMs / bytes) * newest, slowUntil });
    },
    noteSlow(project: ProjectId): void {
      paces.set(project, { ...paceOf(project), slowUntil: now() + slowForMs });
    },
  };
}
