import type { ProjectId } from "../domain/ids.ts";
import type { EntryHead, PlanMember, Seq } from "../ports/journal.ts";

export interface AssemblyOptions {
  /** A trace is taken once nothing of it has come for so long. */
  readonly holdMs: number;
  /** But no later than this after its first part. */
  readonly maxHoldMs: number;
}

export interface TraceKey {
  readonly projectId: ProjectId;
  /** "" for log records without a trace: those of one entry are one group. */
  readonly traceId: string;
}

/** Traces to be stored together, and the journal items they are made of. */
export interface Taken {
  readonly keys: readonly string[];
  readonly traces: readonly TraceKey[];
  readonly members: readonly PlanMember[];
  readonly items: number;
}

interface Held extends TraceKey {
  readonly key: string;
  readonly refs: { readonly seq: Seq; readonly item: number }[];
  readonly firstAt: number;
  lastAt: number;
}

/**
 * Brings the parts of a trace together: instrumentations end children before parents and exporters split traces over
 * requests. Holds only references into the journal; a trace whose earlier parts are being stored waits for that.
 */
export function createAssembly({ holdMs, maxHoldMs }: AssemblyOptions) {
  /** In order of the last part, but for traces that have been held too long already. */
  const held = new Map<string, Held>();
  /** Of every entry: its items, and how many of them were not taken yet. */
  const entries = new Map<Seq, { readonly items: number; left: number }>();
  const inFlight = new Set<string>();
  let waiting = 0;

  return { add, take, release, waiting: () => waiting };

  function add(head: Pick<EntryHead, "seq" | "projectId" | "traceIds" | "done">, now: number): void {
    const done = new Set(head.done);
    entries.set(head.seq, { items: head.traceIds.length, left: head.traceIds.length - done.size });
    head.traceIds.forEach((traceId, item) => {
      if (!done.has(item)) addItem(head.projectId, traceId, { seq: head.seq, item }, now);
    });
    waiting += head.traceIds.length - done.size;
  }

  function addItem(projectId: ProjectId, traceId: string, ref: Held["refs"][number], now: number): void {
    const key = `${projectId} ${traceId === "" ? `#${ref.seq}` : traceId}`;
    const known = held.get(key);
    if (!known) {
      held.set(key, { key, projectId, traceId, refs: [ref], firstAt: now, lastAt: now });
      return;
    }
    known.refs.push(ref);
    if (known.lastAt === now || now - known.firstAt >= maxHoldMs) return;
    known.lastAt = now;
    held.delete(key);
    held.set(key, known);
  }

  /** Up to about `maxItems` items of traces that are due. `all`: also those that could still grow. */
  function take(now: number, maxItems: number, all = false): Taken | undefined {
    const due: Held[] = [];
    let items = 0;
    for (const trace of held.values()) {
      if (items >= maxItems || (!all && trace.lastAt + holdMs > now && now - trace.firstAt < maxHoldMs)) break;
      if (inFlight.has(trace.key)) continue;
      due.push(trace);
      items += trace.refs.length;
    }
    if (due.length === 0) return undefined;
    for (const { key } of due) {
      held.delete(key);
      inFlight.add(key);
    }
    waiting -= items;
    return {
      keys: due.map(({ key }) => key),
      traces: due.map(({ projectId, traceId }) => ({ projectId, traceId })),
      members: membersOf(due),
      items,
    };
  }

  /** What was taken is stored: later parts of these traces may be taken. */
  function release(keys: readonly string[]): void {
    for (const key of keys) inFlight.delete(key);
  }

  function membersOf(due: readonly Held[]): PlanMember[] {
    const bySeq = new Map<Seq, number[]>();
    for (const { seq, item } of due.flatMap(({ refs }) => refs)) {
      const items = bySeq.get(seq);
      if (items) items.push(item);
      else bySeq.set(seq, [item]);
    }
    return [...bySeq].map(([seq, items]) => {
      const entry = entries.get(seq);
      if (entry) entry.left -= items.length;
      if (entry?.left === 0) entries.delete(seq);
      return entry?.items === items.length ? { seq } : { seq, items: items.sort((a, b) => a - b) };
    });
  }
}
