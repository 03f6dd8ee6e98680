import type { ProjectId } from "../../platform/ids.ts";
import type { BatchMember, EntryHead, Seq } from "../../storage/index.ts";
import { type BufferedTrace, type EntrySize, isActive, isEmpty, type ProjectQueue } from "./project-queue.ts";
import { type AssemblyOptions, type ItemRef, itemKey, type TakenTrace } from "./taken-trace.ts";

/**
 * Buffers references to journal items by project and trace until their trace is due, and takes write batches by
 * deficit round robin over projects (M. Shreedhar and G. Varghese, Efficient Fair Queuing using Deficit Round
 * Robin, 1996), measured in bytes: the backlog of one project does not delay another's. A trace whose earlier parts
 * are being stored waits until they are.
 */
export function createAssembly(options: AssemblyOptions) {
  const { holdMs, maxHoldMs, batchBytes, batchItems, batchPayloadBytes, quantumBytes } = options;
  const queues = new Map<ProjectId, ProjectQueue>();
  const entries = new Map<Seq, EntrySize>();
  const inFlight = new Set<string>();
  let waiting = 0;

  return { add, take, takeLight, hasMuch, release, occupy, membersOf, sizeOf, pause, waiting: waitingItems };

  /** Returns the number of buffered items of one project, or of all. */
  function waitingItems(project?: ProjectId): number {
    return project === undefined ? waiting : (queues.get(project)?.items ?? 0);
  }

  function add(
    head: Pick<EntryHead, "seq" | "projectId" | "traceIds" | "done" | "again" | "payloadBytes" | "source">,
    now: number,
  ): void {
    const { seq, projectId, traceIds, payloadBytes } = head;
    // A test run records the calls of an attempt together.
    const isComplete = head.source === "run";
    const [done, again] = [new Set(head.done), new Set(head.again)];
    const queue = queueOf(projectId);
    const bytes = payloadBytes / Math.max(1, traceIds.length);
    let added = 0;
    traceIds.forEach((traceId, item) => {
      if (done.has(item)) return;
      if (addItem(queue, traceId, { seq, item }, { bytes, now, isReplay: again.has(item), isComplete })) added++;
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
    const made: ProjectQueue = {
      projectId,
      complete: new Map(),
      buffered: new Map(),
      deficit: 0,
      items: 0,
      isPaused: false,
    };
    queues.set(projectId, made);
    return made;
  }

  /**
   * Returns false for an item that is already buffered: its entry was read just after its dead letter was released.
   */
  function addItem(
    { projectId, complete, buffered }: ProjectQueue,
    traceId: string,
    ref: ItemRef,
    { bytes, now, isReplay, isComplete }: { bytes: number; now: number; isReplay: boolean; isComplete: boolean },
  ): boolean {
    const key = itemKey(projectId, traceId, ref.seq);
    const known = complete.get(key) ?? buffered.get(key);
    if (!known) {
      (isComplete ? complete : buffered).set(key, {
        key,
        projectId,
        traceId,
        refs: [ref],
        bytes,
        isReplay,
        firstAt: now,
        lastAt: now,
      });
      return true;
    }
    if (isReplay && known.refs.some(({ seq, item }) => seq === ref.seq && item === ref.item)) return false;
    known.refs.push(ref);
    known.bytes += bytes;
    known.isReplay ||= isReplay;
    if (complete.has(key) || known.lastAt === now || now - known.firstAt >= maxHoldMs) return true;
    known.lastAt = now;
    buffered.delete(key);
    buffered.set(key, known);
    return true;
  }

  /** Excludes a paused project from batches while its earlier data is being isolated. */
  function pause(project: ProjectId, isPaused: boolean): void {
    queueOf(project).isPaused = isPaused;
  }

  /**
   * Returns the next write batch: due traces of all projects in turn. `all` includes traces that could still grow.
   */
  function take(now: number, all = false, isOf?: (queue: ProjectQueue) => boolean): readonly TakenTrace[] | undefined {
    const batch = { traces: [] as TakenTrace[], bytes: 0, items: 0, payload: new Set<Seq>(), payloadBytes: 0 };
    let active = [...queues.values()].filter((queue) => isActive(queue) && (isOf?.(queue) ?? true));
    // A project that finds the batch full keeps its turn: the next batch starts with it.
    while (active.length > 0 && hasRoom(batch)) active = active.filter((queue) => !hasRoom(batch) || takeTurn(queue));
    if (batch.traces.length === 0) return undefined;
    return batch.traces;

    /** Returns false when the project has nothing more to add to this batch. */
    function takeTurn(queue: ProjectQueue): boolean {
      queue.deficit += quantumBytes;
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
      if (isEmpty(queue)) queues.delete(queue.projectId);
      return false;
    }

    /** A large trace may fill a batch; no other trace joins it. */
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
   * Takes the due traces of projects with small backlogs, in a batch that is stored before those of a project with a
   * large backlog. Undefined if no project has one and all share their batches.
   */
  function takeLight(now: number): readonly TakenTrace[] | undefined {
    if (queues.size < 2) return undefined;
    const hasLarge = queues.values().some((queue) => isActive(queue) && isDue([queue], 1 / 2, now));
    return hasLarge ? take(now, false, (queue) => !isDue([queue], 1 / 16, now)) : undefined;
  }

  /** Returns whether a quarter of a batch is due, which justifies another batch next to a running one. */
  function hasMuch(now: number): boolean {
    return isDue(queues.values().filter(isActive), 1 / 4, now);
  }

  /** Returns whether the due traces of these projects reach this share of a batch. */
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

  function* dueIn({ complete, buffered }: ProjectQueue, now: number, all: boolean): Generator<BufferedTrace> {
    for (const trace of complete.values()) if (!inFlight.has(trace.key)) yield trace;
    for (const trace of buffered.values()) {
      if (!all && trace.lastAt + holdMs > now && now - trace.firstAt < maxHoldMs) return;
      if (!inFlight.has(trace.key)) yield trace;
    }
  }

  function partOf({ refs, bytes }: BufferedTrace): { readonly refs: readonly ItemRef[]; readonly bytes: number } {
    const most = Math.max(1, Math.min(batchItems, Math.floor((refs.length * batchBytes) / Math.max(1, bytes))));
    return refs.length <= most ? { refs, bytes } : { refs: refs.slice(0, most), bytes: (bytes * most) / refs.length };
  }

  function remove(
    queue: ProjectQueue,
    trace: BufferedTrace,
    part: { readonly refs: readonly ItemRef[]; readonly bytes: number },
  ) {
    inFlight.add(trace.key);
    queue.items -= part.refs.length;
    waiting -= part.refs.length;
    if (part.refs.length === trace.refs.length) {
      queue.complete.delete(trace.key);
      queue.buffered.delete(trace.key);
    } else {
      trace.refs = trace.refs.slice(part.refs.length);
      trace.bytes -= part.bytes;
    }
  }

  /** Releases traces that are stored or dead, so that their later parts can be taken. */
  function release(traces: readonly TakenTrace[]): void {
    for (const { key, refs } of traces) {
      inFlight.delete(key);
      for (const { seq } of refs) {
        const entry = entries.get(seq);
        if (entry && --entry.left === 0) entries.delete(seq);
      }
    }
  }

  /** Marks traces of batches from before a restart as busy: their later parts wait. */
  function occupy(traces: readonly TakenTrace[]): void {
    for (const { key } of traces) inFlight.add(key);
  }

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

export type Assembly = ReturnType<typeof createAssembly>;
