import type { ProjectId } from "../../platform/ids.ts";
import type { BatchMember, EntryHead, Seq } from "../../storage/ports/journal.ts";
import { type AssemblyOptions, type ItemRef, itemKey, type TakenTrace, type TraceKey } from "./taken-trace.ts";

interface Held extends TraceKey {
  readonly key: string;
  isReplay: boolean;
  refs: ItemRef[];
  bytes: number;
  firstAt: number;
  lastAt: number;
}

interface ProjectQueue {
  readonly projectId: ProjectId;
  /** In order of the last part, but for traces that have been held too long already. */
  readonly held: Map<string, Held>;
  deficit: number;
  items: number;
  isPaused: boolean;
}

interface EntrySize {
  readonly items: number;
  readonly payloadBytes: number;
  /** Items that were not released yet. */
  left: number;
}

/**
 * Holds references to journal items by project and trace until their trace is due, and takes write batches from them by
 * deficit round robin over projects (M. Shreedhar and G. Varghese, Efficient Fair Queuing using Deficit Round Robin,
 * 1996), measured in bytes: what one project has waiting does not delay another's. A trace whose earlier parts are
 * being stored waits for that.
 */
export function createAssembly(options: AssemblyOptions) {
  const { holdMs, maxHoldMs, batchBytes, batchItems, batchPayloadBytes, quantumBytes } = options;
  const queues = new Map<ProjectId, ProjectQueue>();
  const entries = new Map<Seq, EntrySize>();
  const inFlight = new Set<string>();
  let waiting = 0;

  return { add, take, takeLight, hasMuch, release, occupy, membersOf, sizeOf, pause, waiting: waitingItems };

  /** Items held of one project, or of all. */
  function waitingItems(project?: ProjectId): number {
    return project === undefined ? waiting : (queues.get(project)?.items ?? 0);
  }

  function add(
    head: Pick<EntryHead, "seq" | "projectId" | "traceIds" | "done" | "again" | "payloadBytes">,
    now: number,
  ): void {
    const { seq, projectId, traceIds, payloadBytes } = head;
    const [done, again] = [new Set(head.done), new Set(head.again)];
    const queue = queueOf(projectId);
    const bytes = payloadBytes / Math.max(1, traceIds.length);
    let added = 0;
    traceIds.forEach((traceId, item) => {
      if (done.has(item)) return;
      if (addItem(queue, traceId, { seq, item }, { bytes, now, isReplay: again.has(item) })) added++;
    });
    const known = entries.get(seq);
    if (known) known.left += added;
    else entries.set(seq, { items: traceIds.length, payloadBytes, left: added });
    queue.items += added;
    waiting += added;
  }

  function queueOf(projectId: ProjectId): ProjectQueue {
    const known = queues.get(projectId);
    if (known) return known;
    const made: ProjectQueue = { projectId, held: new Map(), deficit: 0, items: 0, isPaused: false };
    queues.set(projectId, made);
    return made;
  }

  /** False for an item that is held already: its entry was read just after its dead letter was released. */
  function addItem(
    { projectId, held }: ProjectQueue,
    traceId: string,
    ref: ItemRef,
    { bytes, now, isReplay }: { bytes: number; now: number; isReplay: boolean },
  ): boolean {
    const key = itemKey(projectId, traceId, ref.seq);
    const known = held.get(key);
    if (!known) {
      held.set(key, { key, projectId, traceId, refs: [ref], bytes, isReplay, firstAt: now, lastAt: now });
      return true;
    }
    if (isReplay && known.refs.some(({ seq, item }) => seq === ref.seq && item === ref.item)) return false;
    known.refs.push(ref);
    known.bytes += bytes;
    known.isReplay ||= isReplay;
    if (known.lastAt === now || now - known.firstAt >= maxHoldMs) return true;
    known.lastAt = now;
    held.delete(key);
    held.set(key, known);
    return true;
  }

  /** A paused project is left out: what it sent before is being isolated. */
  function pause(project: ProjectId, isPaused: boolean): void {
    queueOf(project).isPaused = isPaused;
  }

  /** The next write batch: traces that are due, of all projects in turn. `all`: also traces that could still grow. */
  function take(now: number, all = false, isOf?: (queue: ProjectQueue) => boolean): readonly TakenTrace[] | undefined {
    const batch = { traces: [] as TakenTrace[], bytes: 0, items: 0, payload: new Set<Seq>(), payloadBytes: 0 };
    let active = [...queues.values()].filter((queue) => isActive(queue) && (isOf?.(queue) ?? true));
    // A project that finds the batch full keeps its place: the next batch begins with it.
    while (active.length > 0 && hasRoom(batch)) active = active.filter((queue) => !hasRoom(batch) || takeTurn(queue));
    if (batch.traces.length === 0) return undefined;
    return batch.traces;

    /** False when the project has nothing more to give to this batch. */
    function takeTurn(queue: ProjectQueue): boolean {
      queue.deficit += quantumBytes;
      // The project whose turn it was goes to the end of the round.
      queues.delete(queue.projectId);
      queues.set(queue.projectId, queue);
      for (const next of dueIn(queue, now, all)) {
        if (!hasRoom(batch)) return false;
        if (next.bytes > queue.deficit && queue.deficit < batchBytes) return true;
        const part = partOf(next);
        if (!fits(part.refs)) return false;
        queue.deficit = Math.max(0, queue.deficit - part.bytes);
        remove(queue, next, part);
        const { key, projectId, traceId, isReplay } = next;
        const taken = { key, projectId, traceId, refs: part.refs };
        batch.traces.push(isReplay ? { ...taken, isReplay } : taken);
        batch.bytes += part.bytes;
        batch.items += part.refs.length;
      }
      queue.deficit = 0;
      if (queue.held.size === 0) queues.delete(queue.projectId);
      return false;
    }

    /** One large trace may be alone in a batch; others do not join it. */
    function hasRoom({ bytes, items }: { bytes: number; items: number }): boolean {
      return bytes < batchBytes && items < batchItems;
    }

    function fits(refs: readonly ItemRef[]): boolean {
      let more = 0;
      const fresh = new Set<Seq>();
      for (const { seq } of refs) {
        if (batch.payload.has(seq) || fresh.has(seq)) continue;
        fresh.add(seq);
        more += entries.get(seq)?.payloadBytes ?? 0;
      }
      if (batch.traces.length > 0 && batch.payloadBytes + more > batchPayloadBytes) return false;
      for (const seq of fresh) batch.payload.add(seq);
      batch.payloadBytes += more;
      return true;
    }
  }

  /**
   * What is due of projects that have little, next to one that has much: in a batch of its own it is stored before the
   * batches of the other. Undefined where nobody has much, and all share their batches.
   */
  function takeLight(now: number): readonly TakenTrace[] | undefined {
    if (queues.size < 2) return undefined;
    const hasLarge = queues.values().some((queue) => isActive(queue) && isDue([queue], 1 / 2, now));
    return hasLarge ? take(now, false, (queue) => !isDue([queue], 1 / 16, now)) : undefined;
  }

  /** Whether a quarter of a batch is due: worth another batch next to one that is under way. */
  function hasMuch(now: number): boolean {
    return isDue(queues.values().filter(isActive), 1 / 4, now);
  }

  /** Whether what is due of these projects comes to this share of a batch. */
  function isDue(some: Iterable<ProjectQueue>, share: number, now: number): boolean {
    let [bytes, items] = [0, 0];
    for (const queue of some)
      for (const trace of dueIn(queue, now, false)) {
        bytes += trace.bytes;
        items += trace.refs.length;
        if (bytes >= share * batchBytes || items >= share * batchItems) return true;
      }
    return false;
  }

  function* dueIn({ held }: ProjectQueue, now: number, all: boolean): Generator<Held> {
    for (const trace of held.values()) {
      if (!all && trace.lastAt + holdMs > now && now - trace.firstAt < maxHoldMs) return;
      if (!inFlight.has(trace.key)) yield trace;
    }
  }

  /** As much of a trace as a batch may hold, in order of arrival. */
  function partOf({ refs, bytes }: Held): { readonly refs: readonly ItemRef[]; readonly bytes: number } {
    const most = Math.max(1, Math.min(batchItems, Math.floor((refs.length * batchBytes) / Math.max(1, bytes))));
    return refs.length <= most ? { refs, bytes } : { refs: refs.slice(0, most), bytes: (bytes * most) / refs.length };
  }

  function remove(
    queue: ProjectQueue,
    trace: Held,
    part: { readonly refs: readonly ItemRef[]; readonly bytes: number },
  ) {
    inFlight.add(trace.key);
    queue.items -= part.refs.length;
    waiting -= part.refs.length;
    if (part.refs.length === trace.refs.length) queue.held.delete(trace.key);
    else {
      trace.refs = trace.refs.slice(part.refs.length);
      trace.bytes -= part.bytes;
    }
  }

  /** What was taken is stored or dead: later parts of these traces may be taken. */
  function release(traces: readonly TakenTrace[]): void {
    for (const { key, refs } of traces) {
      inFlight.delete(key);
      for (const { seq } of refs) {
        const entry = entries.get(seq);
        if (entry && --entry.left === 0) entries.delete(seq);
      }
    }
  }

  /** Traces of batches from before a restart: their later parts wait for them. */
  function occupy(traces: readonly TakenTrace[]): void {
    for (const { key } of traces) inFlight.add(key);
  }

  /** The members of a write batch that is made of these traces. */
  function membersOf(traces: readonly TakenTrace[]): BatchMember[] {
    const bySeq = new Map<Seq, number[]>();
    for (const { refs } of traces)
      for (const { seq, item } of refs) {
        const items = bySeq.get(seq);
        if (items) items.push(item);
        else bySeq.set(seq, [item]);
      }
    return [...bySeq].map(([seq, items]) =>
      entries.get(seq)?.items === items.length ? { seq } : { seq, items: items.sort((a, b) => a - b) },
    );
  }

  /** About how many bytes of journal entries belong to these traces. */
  function sizeOf(traces: readonly TakenTrace[]): number {
    let sum = 0;
    for (const { refs } of traces)
      for (const { seq } of refs) {
        const entry = entries.get(seq);
        if (entry) sum += entry.payloadBytes / entry.items;
      }
    return sum;
  }
}

const isActive = ({ held, isPaused }: ProjectQueue) => held.size > 0 && !isPaused;

export type Assembly = ReturnType<typeof createAssembly>;
