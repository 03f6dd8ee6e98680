import type { BatchStatus } from "../ports/pipeline-status.ts";

type Update = Pick<BatchStatus, "stage"> & Partial<Pick<BatchStatus, "projects" | "items" | "bytes">>;

/** Records which stage each write batch is in, so that the status can explain why data is not visible yet. */
export function createBatchBoard({ now }: { readonly now: () => number }) {
  const batches = new Map<string, BatchStatus>();
  return { enter, fail, leave, all: () => [...batches.values()] };

  function enter(id: string, { stage, ...facts }: Update): void {
    const { projects = [], items = 0, bytes = 0, startedAt = now() } = batches.get(id) ?? {};
    batches.set(id, { id, projects, items, bytes, ...facts, stage, startedAt, failures: 0 });
  }

  function fail(id: string, reason: string): void {
    const known = batches.get(id);
    if (known) batches.set(id, { ...known, failures: known.failures + 1, reason });
  }

  function leave(id: string): void {
    batches.delete(id);
  }
}

export type BatchBoard = ReturnType<typeof createBatchBoard>;
