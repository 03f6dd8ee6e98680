import type { Checks } from "../checks/start.ts";
import type { Datapoints } from "../datapoints/start.ts";
import type { Finding, GroupByTopic, Retracted, UpdateIssues } from "../issues/index.ts";
import type { Monitors } from "../monitors/start.ts";
import { messageOf } from "../platform/failure.ts";
import type { ThreadPool } from "../platform/threads/thread-pool.ts";
import type { Tombstones } from "../privacy/index.ts";
import type { DeadLetterQueue, Handles, Journal, TableWriter, WriteBatchStore } from "../storage/index.ts";
import { createBatchBoard } from "./batches/batch-board.ts";
import { createEngineGate } from "./batches/engine-gate.ts";
import { createEvaluateBatch } from "./batches/evaluate-batch.ts";
import { createFinishBatch } from "./batches/finish-batch.ts";
import { createRunBatch } from "./batches/run-batch.ts";
import { createStoreBatch } from "./batches/store-batch.ts";
import { createStoreTopical } from "./batches/store-topical.ts";
import { createStrikes } from "./batches/strikes.ts";
import { createPipeline, type LineOptions } from "./pipeline.ts";
import { deadLetterRoutes } from "./routes/dead-letters.ts";
import { createRowEncoder } from "./rows/encoder.ts";
import { createSharedClock } from "./shared-clock.ts";
import { startCheckRuns } from "./start-check-runs.ts";
import { startJobs } from "./start-jobs.ts";
import { createAssembly } from "./traces/assembly.ts";
import { createHistoryFeed } from "./traces/history-feed.ts";
import type { ProcessTask, WorkerReply } from "./traces/process.ts";
import { createReading } from "./traces/reading.ts";
import { type AssemblyOptions } from "./traces/taken-trace.ts";

/** Durable steps of the pipeline, replaceable so that the lab can inject faults. */
export interface LineParts {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly writer: TableWriter;
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
}

interface PipelineDependencies {
  readonly handles: Pick<Handles, "telemetry" | "shutdownStack" | "now">;
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly deadLetters: DeadLetterQueue;
  readonly writer: TableWriter;
  /** Threads that process traces, and one for those that are processed separately. */
  readonly threads: Readonly<Record<"pipeline" | "apart", Pick<ThreadPool, "run">>>;
  readonly datapoints: Pick<Datapoints, "reader" | "traces" | "storeTime">;
  readonly tombstones: Tombstones;
  readonly checks: Checks;
  readonly monitors: Pick<Monitors, "store">;
  readonly groupByTopic: GroupByTopic;
  readonly updateIssues: UpdateIssues;
  /** Whether other processes use the same records. */
  readonly sharesRecords: boolean;
  /** Whether other processes write to the same ClickHouse. */
  readonly sharesClickHouse: boolean;
  readonly decorate?: ((parts: LineParts) => LineParts) | undefined;
}

const lineOptions: LineOptions = {
  // One batch is evaluated while others are saved and stored.
  batchesAtOnce: 3,
  aloneAboveBytes: 12 * 2 ** 20,
  batchesToFinish: 32,
  maxBufferedItems: 200_000,
  replayEveryMs: 5000,
};

const assemblyOptions: AssemblyOptions = {
  holdMs: 1000,
  maxHoldMs: 5000,
  batchBytes: 8 * 2 ** 20,
  batchItems: 4000,
  batchPayloadBytes: 32 * 2 ** 20,
  quantumBytes: 256 * 1024,
};

const isSmall = ({ entries }: ProcessTask) =>
  entries.reduce((sum, { bytes }) => sum + bytes.length, 0) <= assemblyOptions.quantumBytes;

/** Starts the pipeline, from the acceptance of a request to the issues it opens. */
export async function startPipeline({
  handles,
  journal: plainJournal,
  writeBatches: plainWriteBatches,
  deadLetters,
  writer: plainWriter,
  threads,
  datapoints,
  tombstones,
  checks,
  monitors,
  groupByTopic,
  updateIssues,
  sharesRecords,
  sharesClickHouse,
  decorate = (parts) => parts,
}: PipelineDependencies) {
  const { telemetry, shutdownStack, now } = handles;
  const stopping = new AbortController();
  const { signal } = stopping;
  const { journal, writeBatches, writer, raise } = decorate({
    journal: plainJournal,
    writeBatches: plainWriteBatches,
    writer: plainWriter,
    raise: async (...found) => void (await updateIssues(...found)),
  });
  const gate = createEngineGate({ writer, telemetry, now, signal, onAvailable: () => line.replayAll() });
  const jobs = await startJobs({
    handles,
    datapoints,
    checks,
    monitors,
    writer,
    groupByTopic,
    raise,
    gate,
    isAlone: !sharesRecords,
  });
  const runs = startCheckRuns({ handles, datapoints, checks, writer, jobs });
  const assembly = createAssembly(assemblyOptions);
  const sharedClock = createSharedClock({ read: datapoints.storeTime, now, everyMs: 5000 });
  await sharedClock.refresh().catch(() => undefined);
  shutdownStack.add(() => sharedClock.stop());
  const board = createBatchBoard({ now });
  const strikes = createStrikes({ journal, now });
  const evaluation = createEvaluateBatch({
    journal,
    traces: datapoints.traces,
    // Small tasks do not wait behind large ones.
    process: async (task, transfer, isApart) =>
      (await (isApart
        ? threads.apart.run(task, { transfer, tenant: task.entries[0]?.projectId ?? "" })
        : threads.pipeline.run(task, { transfer, isFirst: isSmall(task) }))) as WorkerReply,
    strikes,
    history: createHistoryFeed({ reader: checks.history, now }),
    reading: createReading({ gate, signal }),
    tombstones,
    telemetry,
    signal,
    now: sharedClock.now,
  });
  const onSplit = (batch: string, failure: unknown) =>
    telemetry.emit({
      kind: "batches-split",
      level: "warn",
      message: "rows of a write batch were refused although the engine takes others; the batch is split",
      facts: { batch, error: messageOf(failure) },
    });
  const storeBatch = createStoreBatch({ writer, gate, signal, onSplit });
  const storeTopical = createStoreTopical({ groupByTopic, encoder: createRowEncoder(), writer, gate });
  const finish = createFinishBatch({
    storeTopical,
    raise,
    jobs: checks.jobs,
    jobsAdded: () => jobs.wake(),
    gate,
    board,
    telemetry,
    now,
    signal,
  });
  const line = createPipeline({
    journal,
    writeBatches,
    deadLetters,
    assembly,
    board,
    engine: gate.condition,
    createRun: (given) =>
      createRunBatch({
        ...given,
        writeBatches,
        membersOf: assembly.membersOf,
        evaluation,
        strikes,
        storeBatch,
        storeTopical,
        finish,
        isShared: sharesClickHouse,
        board,
        telemetry,
        signal,
      }),
    telemetry,
    now,
    clock: () => performance.now(),
    options: lineOptions,
  });
  line.start();
  shutdownStack.add(() => {
    const hurry = setTimeout(() => stopping.abort(), shutdownStack.remainingMs());
    return line.stop().finally(() => {
      clearTimeout(hurry);
      stopping.abort();
    });
  });
  return {
    admission: line.admission,
    status: line.status,
    /** Resolves when the write batches that are running now have ended. */
    batchesEnded: () => line.passed(),
    checkRunRequested: () => runs.wake(),
    routes: deadLetterRoutes({ deadLetters, deadLetterActions: line.deadLetterActions }),
  };
}
