import type { ProjectId } from "../../platform/ids.ts";
import type { Tombstone } from "../deletion.ts";
import type { DeletedTrace, DeletionStore } from "../ports/deletions.ts";

/** In-memory tombstones, checked for every journal entry before it is processed. */
export interface Tombstones {
  /** Returns true for part of a deleted trace, and for data received before its project's data was deleted. */
  covers(item: { readonly projectId: ProjectId; readonly traceId: string; readonly receivedAt: number }): boolean;
  /** Loads deletions since the last call, including those of other replicas. */
  refresh(): Promise<void>;
}

interface TombstonesDependencies {
  readonly store: Pick<DeletionStore, "traces" | "tombstones">;
  /** Receives deletions of users and sessions, which can only be matched against assembled calls. */
  readonly update: (tombstones: readonly Tombstone[]) => void;
}

/** Tolerance for clock differences between replicas. */
const overlapMs = 120_000;

export function createTombstones({ store, update }: TombstonesDependencies): Tombstones {
  const traces = new Set<string>();
  let projects = new Map<ProjectId, number>();
  let since = 0;
  let lastSent = "";
  return {
    covers: ({ projectId, traceId, receivedAt }) =>
      receivedAt < (projects.get(projectId) ?? 0) || (traceId !== "" && traces.has(`${projectId} ${traceId}`)),
    async refresh() {
      const [deleted, active] = await Promise.all([store.traces(since - overlapMs), store.tombstones()]);
      for (const { projectId, traceId } of deleted) traces.add(`${projectId} ${traceId}`);
      since = deleted.reduce((last: number, { at }: DeletedTrace) => Math.max(last, at), since);
      projects = newest(active.filter(({ kind }) => kind === "project"));
      const others = active.filter(({ kind }) => kind !== "project");
      const text = JSON.stringify(others);
      if (text === lastSent) return;
      lastSent = text;
      update(others);
    },
  };
}

function newest(deletions: readonly Tombstone[]): Map<ProjectId, number> {
  const before = new Map<ProjectId, number>();
  for (const each of deletions) before.set(each.projectId, Math.max(each.before, before.get(each.projectId) ?? 0));
  return before;
}
