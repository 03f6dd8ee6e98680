import type { Admission, Batch } from "../otlp/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { BatchMember, DeadLetterQueue, EntryHead, Journal, Seq, WriteBatchStore } from "../storage/index.ts";
import type { BatchBoard } from "./batches/batch-board.ts";
import type { TraceOutcome } from "./batches/batch-result.ts";
import { countOutcomes } from "./batches/count-outcomes.ts";
import { createIsolation } from "./batches/isolation.ts";
import { createPendingBatches, type PendingBatch } from "./batches/pending-batches.ts";
import type { RunBatch } from "./batches/run-batch.ts";
import type { DeadLetterActions, EngineCondition, PipelineStatus } from "./ports/pipeline-status.ts";
import { createReceipts } from "./receipts.ts";
import { createRunning } from "./running.ts";
import type { Assembly } from "./traces/assembly.ts";
import type { TakenTrace } from "./traces/taken-trace.ts";

export interface LineOptions {
  /** Number of write batches that are evaluated and stored concurrently. */
  readonly batchesAtOnce: number;
  /** While a batch with more bytes than this runs, no other starts: each takes a multiple of its size in memory. */
  readonly aloneAboveBytes: number;
  /** Number of stored write batches that may wait for the later stages, such as issue updates. */
  readonly batchesToFinish: number;
  /** Items buffered in memory (as references); the rest waits unread in the journal. */
  readonly maxBufferedItems: number;
  /** Interval at which dead letters whose pause has ended are replayed. */
  readonly replayEveryMs: number;
}

interface Dependencies {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly deadLetters: DeadLetterQueue;
  readonly assembly: Assembly;
  readonly board: BatchBoard;
  readonly engine: () => EngineCondition;
  /** Creates the runner of this pipeline's batches. */
  readonly createRun: (parts: {
    readonly isolate: (project: ProjectId | undefined, task: () => Promise<void>) => void;
    readonly inBackground: (task: () => Promise<void>) => void;
    readonly onDone: OnDone;
  }) => RunBatch;
  readonly telemetry: Telemetry;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Monotonic milliseconds: a clock that is set back must not delay traces. */
  readonly clock: () => number;
  readonly options: LineOptions;
}

type OnDone = (
  traces: readonly TakenTrace[],
  members: readonly BatchMember[],
  outcomes: readonly TraceOutcome[],
) => void;

export interface Pipeline {
  readonly admission: Admission;
  readonly status: PipelineStatus;
  readonly deadLetterActions: DeadLetterActions;
  /** Resumes the unfinished batches of the last stop and concurrently starts reading the journal. */
  start(): void;
  /** Takes no more batches; resolves when the running ones have ended. Remaining items stay in the journal. */
  stop(): Promise<void>;
  /** Resolves when the batches that are running now have ended. */
  passed(): Promise<void>;
  replayAll(): void;
}

const tickMs = 50;
/** Heads read from the journal in one tick, so that a long backlog does not block the event loop. */
const [headsPerTick, headsAtOnce] = [1000, 100];
/** A project may always buffer this many items, regardless of the other projects. */
const minBufferedItems = 2000;

/**
 * Creates the pipeline from journal to storage. An accepted request waits in the journal; references to its items
 * are buffered by project and trace, taken in write batches, and freed when their batch is stored.
 */
export function createPipeline(dependencies: Dependencies): Pipeline {
  const { journal, writeBatches, deadLetters, assembly, board, telemetry, now, clock, options } = dependencies;
  const receipts = createReceipts();
  const { launch, untilDone, reportLeft, ...running } = createRunning(telemetry);
  /** The last entry of each project that was buffered. */
  const cursors = new Map<ProjectId, Seq>();
  const unread = new Set<ProjectId>();
  let pending = createPendingBatches(journal, []);
  let [active, activeBytes, finishing] = [0, 0, 0];
  let isLightUnderWay = false;
  let ticker: NodeJS.Timeout | undefined;
  let replaying: NodeJS.Timeout | undefined;

  const isolation = createIsolation({
    pause: assembly.pause,
    inBackground: (task) => launch(task),
    onFailure: reportLeft,
  });
  const runBatch = dependencies.createRun({
    isolate: (project, task) => isolation.run(project, () => untilDone(task)),
    inBackground: (task) => {
      finishing++;
      launch(() => untilDone(task).finally(() => finishing--));
    },
    onDone,
  });

  return {
    admission: { admit },
    status: { backlog: () => journal.backlog(), lagMs, engine: dependencies.engine, batches: board.all },
    deadLetterActions: { replay },
    start,
    stop() {
      clearInterval(ticker);
      clearInterval(replaying);
      return running.stop();
    },
    passed: running.settled,
    replayAll() {
      if (!running.isStopping()) launch(async () => void (await replay({})));
    },
  };

  function start(): void {
    pending = createPendingBatches(journal, writeBatches.pending());
    for (const { traces } of pending.waiting) assembly.occupy(traces);
    for (const { projectId } of journal.backlog()) unread.add(projectId);
    ticker = setInterval(tick, tickMs);
    replaying = setInterval(() => launch(replayDue), options.replayEveryMs);
    replaying.unref();
    launch(async () => void (await replay({})));
  }

  async function admit(batch: Batch) {
    const { bytes, ...facts } = batch;
    const payloadBytes = bytes.length;
    const { seq, repeated } = await journal.append(batch);
    if (repeated) return { repeated, settled: async () => noSummary };
    const settled = { promise: undefined as ReturnType<typeof receipts.wait> | undefined };
    const { projectId } = batch;
    if (!ticker || unread.has(projectId) || assembly.waiting(projectId) >= roomFor(projectId)) unread.add(projectId);
    else if (seq > (cursors.get(projectId) ?? 0)) hold({ ...facts, payloadBytes, seq, done: [], again: [] });
    return { repeated, settled: () => (settled.promise ??= receipts.wait(seq, batch.traceIds)) };
  }

  function hold(head: EntryHead): void {
    const { seq, projectId } = head;
    cursors.set(projectId, seq);
    const taken = pending.itemsOf(seq);
    if (taken === "all") return;
    assembly.add(taken ? { ...head, done: [...new Set([...head.done, ...taken])] } : head, clock());
  }

  function roomFor(project: ProjectId): number {
    const others = assembly.waiting() - assembly.waiting(project);
    return Math.max(minBufferedItems, (options.maxBufferedItems - others) / 2);
  }

  /** Buffers entries waiting in the journal, round robin over the projects. */
  function refill(): void {
    let left = headsPerTick;
    // A project that was read moves to the end of the round.
    for (const project of Array.from(unread)) {
      unread.delete(project);
      if (assembly.waiting(project) >= roomFor(project)) {
        unread.add(project);
        continue;
      }
      const heads = journal.heads(project, cursors.get(project) ?? 0, headsAtOnce);
      for (const head of heads) hold(head);
      if (heads.length === headsAtOnce) unread.add(project);
      left -= heads.length + 1;
      if (left <= 0) return;
    }
  }

  function tick(): void {
    if (unread.size > 0) refill();
    const hasRoom = () => finishing < options.batchesToFinish && !isolation.isFull();
    const light = isLightUnderWay || !hasRoom() ? undefined : assembly.takeLight(clock());
    if (light) {
      isLightUnderWay = true;
      launch(() => untilDone(() => runBatch.run(light)).finally(() => (isLightUnderWay = false)));
    }
    while (active < options.batchesAtOnce && hasRoom()) {
      const before = pending.waiting.shift();
      // Few large batches cost less than many small ones: while one batch runs, only a large one starts.
      if (!before && active > 0 && (activeBytes > options.aloneAboveBytes || !assembly.hasMuch(clock()))) return;
      const taken = before ? undefined : assembly.take(clock());
      if (!before && !taken) return;
      const bytes = assembly.sizeOf(taken ?? []);
      active++;
      activeBytes += bytes;
      const work = () => (before ? resume(before) : runBatch.run(taken ?? []));
      launch(() =>
        untilDone(work).finally(() => {
          active--;
          activeBytes -= bytes;
        }),
      );
    }
  }

  async function resume({ batch, traces }: PendingBatch): Promise<void> {
    if ((await runBatch.resume(batch, traces)) === "resumed") return;
    // The saved decisions are lost: the items are processed again, and the whole traces are stored.
    await writeBatches.complete({ id: batch.id, members: [] });
    await runBatch.run(traces.map((trace) => ({ ...trace, isReplay: true })));
  }

  function onDone(...[traces, members, outcomes]: Parameters<OnDone>): void {
    assembly.release(traces);
    pending.free(members);
    receipts.left(members, outcomes);
    countOutcomes(outcomes, telemetry);
  }

  async function replay(which: { readonly project?: ProjectId; readonly ids?: readonly string[] }): Promise<number> {
    return take(await deadLetters.release(which));
  }

  async function replayDue(): Promise<void> {
    if (deadLetters.count().letters > 0) take(await deadLetters.releaseDue(now()));
  }

  function take(heads: readonly EntryHead[]): number {
    for (const head of heads) {
      // Other items are read with the rest of their entry.
      if (head.seq <= (cursors.get(head.projectId) ?? 0)) assembly.add(head, clock());
      else unread.add(head.projectId);
    }
    return heads.length;
  }

  function lagMs(project?: ProjectId): number {
    const oldest = journal
      .backlog()
      .filter(({ projectId }) => project === undefined || projectId === project)
      .reduce((least, { oldestAt }) => Math.min(least, oldestAt), Number.POSITIVE_INFINITY);
    return oldest === Number.POSITIVE_INFINITY ? 0 : Math.max(0, now() - oldest);
  }
}

const noSummary = { datapointsCreated: 0, spansProcessed: 0, checksExecuted: 0, issuesFound: 0 };
