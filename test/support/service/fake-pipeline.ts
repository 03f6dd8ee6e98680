import type { BatchStatus, EngineCondition } from "../../../src/pipeline/ports/pipeline-status.ts";
import type { ProjectId } from "../../../src/platform/ids.ts";
import type { StoreCondition } from "../../../src/storage/clickhouse/store-condition.ts";
import type { DeadLetter, JournalDamage, ProjectBacklog } from "../../../src/storage/ports/journal.ts";

/** Returns a pipeline, journal and dead-letter queue in memory, for tests of their API and metrics. */
export function fakePipeline() {
  const state = {
    backlog: [] as ProjectBacklog[],
    lagMs: 0,
    engine: { kind: "available" } as EngineCondition,
    batches: [] as BatchStatus[],
    deadLetters: [] as DeadLetter[],
    size: { bytes: 0, entries: 0, maxBytes: 4 * 2 ** 30 },
    refusal: undefined as { reason: "journal_full" | "journal_failed"; message: string } | undefined,
    damaged: { records: 0, writeBatches: 0, files: [] } as JournalDamage,
    replayed: [] as { project: ProjectId; ids?: readonly string[] }[],
  };
  const deadLettersOf = (project?: ProjectId) =>
    state.deadLetters.filter(({ projectId }) => project === undefined || projectId === project);
  return {
    state,
    dependencies: {
      pipeline: {
        backlog: () => state.backlog,
        lagMs: () => state.lagMs,
        engine: () => state.engine,
        batches: () => state.batches,
      },
      journal: {
        size: () => state.size,
        refusal: () => state.refusal,
        backlog: () => state.backlog,
        damaged: () => state.damaged,
      },
      deadLetters: {
        list: (project: ProjectId, { limit, cursor }: { limit: number; cursor?: string }) => {
          const from = cursor === undefined ? 0 : Number(cursor);
          const items = deadLettersOf(project).toSorted((one, other) => other.at - one.at);
          const isLast = items.length <= from + limit;
          return { items: items.slice(from, from + limit), ...(isLast ? {} : { nextCursor: `${from + limit}` }) };
        },
        count: (project?: ProjectId) => {
          const deadLetters = deadLettersOf(project);
          const oldest = deadLetters.length > 0 ? { oldestAt: Math.min(...deadLetters.map(({ at }) => at)) } : {};
          return {
            letters: deadLetters.length,
            bytes: deadLetters.reduce((sum, { bytes }) => sum + bytes, 0),
            ...oldest,
          };
        },
        remove: (project: ProjectId, ids: readonly string[]) => {
          const gone = deadLettersOf(project).filter(({ id }) => ids.includes(id));
          state.deadLetters = state.deadLetters.filter((deadLetter) => !gone.includes(deadLetter));
          return Promise.resolve(gone.length);
        },
      },
      deadLetterActions: {
        replay: (which: { project: ProjectId; ids?: readonly string[] }) => {
          state.replayed.push(which);
          const selected = deadLettersOf(which.project).filter(({ id }) => which.ids?.includes(id) ?? true);
          state.deadLetters = state.deadLetters.filter((deadLetter) => !selected.includes(deadLetter));
          return Promise.resolve(selected.length);
        },
      },
      stores: (): readonly StoreCondition[] => [
        { name: "records", isAvailable: true },
        { name: "clickhouse", isAvailable: true },
      ],
      longestBlockMs: () => 12,
    },
  } as const;
}

export function aDeadLetter(change: Partial<DeadLetter> & Pick<DeadLetter, "id" | "projectId">): DeadLetter {
  return {
    seq: 1,
    items: [0],
    traceId: "0af7651916cd43dd8448eb211c80319c",
    reason: "Constraint `no_poison` for table gaffe.spans is violated",
    signal: "traces",
    at: 0,
    attempts: 1,
    bytes: 1000,
    ...change,
  };
}
