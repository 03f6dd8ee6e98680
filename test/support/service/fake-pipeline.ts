import type { BatchStatus, EngineCondition } from "../../../src/pipeline/ports/pipeline-status.ts";
import type { ProjectId } from "../../../src/platform/ids.ts";
import type { StoreCondition } from "../../../src/storage/clickhouse/store-condition.ts";
import type { DeadLetter, JournalDamage, ProjectBacklog } from "../../../src/storage/ports/journal.ts";

/** A pipeline, journal and dead-letter queue in memory, for tests of what the API and the metrics say about them. */
export function fakePipeline() {
  const state = {
    backlog: [] as ProjectBacklog[],
    lagMs: 0,
    engine: { kind: "available" } as EngineCondition,
    batches: [] as BatchStatus[],
    letters: [] as DeadLetter[],
    size: { bytes: 0, entries: 0, maxBytes: 4 * 2 ** 30 },
    refusal: undefined as { reason: "journal_full" | "journal_failed"; message: string } | undefined,
    damaged: { records: 0, writeBatches: 0, files: [] } as JournalDamage,
    replayed: [] as { project: ProjectId; ids?: readonly string[] }[],
  };
  const lettersOf = (project?: ProjectId) =>
    state.letters.filter(({ projectId }) => project === undefined || projectId === project);
  return {
    state,
    needs: {
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
          const items = lettersOf(project).toSorted((one, other) => other.at - one.at);
          const isLast = items.length <= from + limit;
          return { items: items.slice(from, from + limit), ...(isLast ? {} : { nextCursor: `${from + limit}` }) };
        },
        count: (project?: ProjectId) => {
          const letters = lettersOf(project);
          const oldest = letters.length > 0 ? { oldestAt: Math.min(...letters.map(({ at }) => at)) } : {};
          return { letters: letters.length, bytes: letters.reduce((sum, { bytes }) => sum + bytes, 0), ...oldest };
        },
        remove: (project: ProjectId, ids: readonly string[]) => {
          const gone = lettersOf(project).filter(({ id }) => ids.includes(id));
          state.letters = state.letters.filter((letter) => !gone.includes(letter));
          return Promise.resolve(gone.length);
        },
      },
      deadLetterActions: {
        replay: (which: { project: ProjectId; ids?: readonly string[] }) => {
          state.replayed.push(which);
          const taken = lettersOf(which.project).filter(({ id }) => which.ids?.includes(id) ?? true);
          state.letters = state.letters.filter((letter) => !taken.includes(letter));
          return Promise.resolve(taken.length);
        },
      },
      stores: (): readonly StoreCondition[] => [
        { name: "records", isAvailable: true },
        { name: "clickhouse", isAvailable: true },
      ],
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
