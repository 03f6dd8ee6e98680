import type { ProjectId } from "../../platform/ids.ts";
import type { Tombstone } from "../deletion.ts";
import type { DeletedTrace, DeletionStore } from "../ports/deletions.ts";

/** What was deleted and must not come back, in memory: asked for every item of the journal before it is processed. */
export interface Tombstones {
  /** True for a part of a deleted trace, and for what came in before its project's data was deleted. */
  covers(item: { readonly projectId: ProjectId; readonly traceId: string; readonly receivedAt: number }): boolean;
  /** Reads what was deleted since the last time, also by other replicas. */
  refresh(): Promise<void>;
}

interface Needs {
  readonly store: Pick<DeletionStore, "traces" | "tombstones">;
  /** Told of deletions of users and sessions: only recognized calls can be judged by them. */
  readonly tell: (tombstones: readonly Tombstone[]) => void;
}

/** Clocks of replicas may differ by so much. */
const overlapMs = 120_000;

export function createTombstones({ store, tell }: Needs): Tombstones {
  const traces = new Set<string>();
  let projects = new Map<ProjectId, number>();
  let since = 0;
  let told = "";
  return {
    covers: ({ projectId, traceId, receivedAt }) =>
      receivedAt < (projects.get(projectId) ?? 0) || (traceId !== "" && traces.has(`${projectId} ${traceId}`)),
    async refresh() {
      const [deleted, standing] = await Promise.all([store.traces(since - overlapMs), store.tombstones()]);
      for (const { projectId, traceId } of deleted) traces.add(`${projectId} ${traceId}`);
      since = deleted.reduce((last: number, { at }: DeletedTrace) => Math.max(last, at), since);
      projects = newest(standing.filter(({ kind }) => kind === "project"));
      const others = standing.filter(({ kind }) => kind !== "project");
      const text = JSON.stringify(others);
      if (text === told) return;
      told = text;
      tell(others);
    },
  };
}

function newest(deletions: readonly Tombstone[]): Map<ProjectId, number> {
  const before = new Map<ProjectId, number>();
  for (const each of deletions) before.set(each.projectId, Math.max(each.before, before.get(each.projectId) ?? 0));
  return before;
}
