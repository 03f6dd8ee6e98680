import type { BatchMember, Journal, Seq, WriteBatch } from "../../storage/index.ts";
import { itemKey, type TakenTrace } from "../traces/taken-trace.ts";

/** A write batch that was unfinished at the last stop, with its traces. */
export interface PendingBatch {
  readonly batch: WriteBatch;
  readonly traces: readonly TakenTrace[];
}

/**
 * Tracks write batches that were saved before the last stop, and their items: the results are stored without
 * processing them again.
 */
export function createPendingBatches(journal: Pick<Journal, "read">, batches: readonly WriteBatch[]) {
  const reserved = new Map<Seq, ReadonlySet<number> | "all">();
  const waiting = batches.map((batch): PendingBatch => {
    for (const { seq, items } of batch.members) reserve(seq, items);
    return { batch, traces: tracesOf(batch.members) };
  });
  return { waiting, itemsOf: (seq: Seq) => reserved.get(seq), free };

  function reserve(seq: Seq, items: readonly number[] | undefined): void {
    const known = reserved.get(seq);
    reserved.set(seq, items === undefined || known === "all" ? "all" : new Set([...(known ?? []), ...items]));
  }

  function free(members: readonly BatchMember[]): void {
    for (const { seq, items } of members) {
      const known = reserved.get(seq);
      if (known === undefined) continue;
      const left = known === "all" || !items ? [] : [...known].filter((item) => !items.includes(item));
      if (left.length === 0) reserved.delete(seq);
      else reserved.set(seq, new Set(left));
    }
  }

  function tracesOf(members: readonly BatchMember[]): readonly TakenTrace[] {
    const traces = new Map<string, TakenTrace & { readonly refs: { seq: Seq; item: number }[] }>();
    for (const { seq, items } of members) {
      const entry = journal.read(seq);
      if (!entry) continue;
      for (const item of items ?? entry.traceIds.keys()) {
        const traceId = entry.traceIds[item] ?? "";
        const key = itemKey(entry.projectId, traceId, seq);
        const trace = traces.get(key) ?? { key, projectId: entry.projectId, traceId, refs: [] };
        trace.refs.push({ seq, item });
        traces.set(key, trace);
      }
    }
    return [...traces.values()];
  }
}
