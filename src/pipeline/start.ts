import type { Checks } from "../checks/index.ts";
import type { Datapoints } from "../datapoints/index.ts";
import type { Finding, Retracted, UpdateIssues } from "../issues/index.ts";
import type { Monitors } from "../monitors/index.ts";
import { messageOf } from "../platform/failure.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import type { ThreadPool } from "../platform/threads/thread-pool.ts";
import type { Tombstones } from "../privacy/index.ts";
import type { DeadLetterQueue, Journal, TableWriter, WriteBatchStore } from "../storage/index.ts";
import { createBatchBoard } from "./batches/batch-board.ts";
import { createEngineGate } from "./batches/engine-gate.ts";
import { createEvaluateBatch } from "./batches/evaluate-batch.ts";
import { createFinishBatch } from "./batches/finish-batch.ts";
import { createRunBatch } from "./batches/run-batch.ts";
import { createStoreBatch } from "./batches/store-batch.ts";
import { createPipeline, type LineOptions } from "./pipeline.ts";
import { deadLetterRoutes } from "./routes/dead-letters.ts";
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
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly deadLetters: DeadLetterQueue;
  readonly writer: TableWriter;
  /** Threads that process traces. */
  readonly threads: Pick<ThreadPool, "run">;
  readonly datapoints: Pick<Datapoints, "reader" | "traces" | "storeTime">;
  readonly tombstones: Tombstones;
  readonly checks: Checks;
  readonly monitors: Pick<Monitors, "store">;
  readonly updateIssues: UpdateIssues;
  /** Whether other processes use the same records. */
  readonly sharesRecords: boolean;
  /** Whether other processes write to the same ClickHouse. */
  readonly sharesClickHouse: boolean;
  readonly decorate?: ((parts: LineParts) => LineParts) | undefined;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly now: () => number;
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
  journal,
  writeBatches,
  deadLetters,
  writer,
  threads,
  datapoints,
  tombstones,
  checks,
  monitors,
  updateIssues,
  sharesRecords,
  sharesClickHouse,
  decorate = (parts) => parts,
  telemetry,
  shutdownStack,
  now,
}: PipelineDependencies) {
  const stopping = new AbortController();
  const { signal } = stopping;
  const raise: LineParts["raise"] = async (...found) => void (await updateIssues(...found));
  const parts = decorate({ journal, writeBatches, writer, raise });
  const gate = createEngineGate({ writer: parts.writer, telemetry, now, signal, onAvailable: () => line.replayAll() });
  const jobs = await startJobs({
    writer: parts.writer,
    raise: parts.raise,
    jobs: checks.jobs,
    monitors: monitors.store,
    datapoints: datapoints.reader,
    isAlone: !sharesRecords,
    executors: checks.executors,
    findSlow: checks.asynchronousChecks.find,
    gate,
    telemetry,
    shutdownStack,
    now,
  });
  const runs = startCheckRuns({
    checkRuns: checks.checkRuns,
    codeChecks: checks.codeChecks,
    jobStore: checks.jobs,
    datapoints: datapoints.reader,
    samples: checks.samples,
    writer: parts.writer,
    jobs,
    check: checks.check,
    known: checks.asynchronousChecks,
    telemetry,
    shutdownStack,
    now,
  });
  const assembly = createAssembly(assemblyOptions);
  const sharedClock = createSharedClock({ read: datapoints.storeTime, now, everyMs: 5000 });
  await sharedClock.refresh().catch(() => undefined);
  shutdownStack.add(() => sharedClock.stop());
  const board = createBatchBoard({ now });
  const evaluation = createEvaluateBatch({
    journal: parts.journal,
    traces: datapoints.traces,
    // Small tasks do not wait behind large ones.
    process: async (task, transfer) => (await threads.run(task, transfer, isSmall(task))) as WorkerReply,
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
  const storeBatch = createStoreBatch({ writer: parts.writer, gate, signal, onSplit });
  const finish = createFinishBatch({
    raise: parts.raise,
    jobs: checks.jobs,
    jobsAdded: () => jobs.wake(),
    gate,
    board,
    telemetry,
    now,
    signal,
  });
  const line = createPipeline({
    journal: parts.journal,
    writeBatches: parts.writeBatches,
    deadLetters,
    assembly,
    board,
    engine: gate.condition,
    createRun: (given) =>
      createRunBatch({
        ...given,
        writeBatches: parts.writeBatches,
        membersOf: assembly.membersOf,
        evaluation,
        storeBatch,
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
