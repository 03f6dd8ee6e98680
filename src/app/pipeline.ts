import type { CustomCheck } from "../checks/custom/custom-check.ts";
import { codeChecks } from "../checks/library/index.ts";
import { createEvaluateApart } from "../checks/stages/evaluate-apart.ts";
import { startChecks } from "../checks/start.ts";
import type { Finding } from "../issues/issue.ts";
import { createIssueScheduler } from "../issues/stages/issue-scheduler.ts";
import { createUpdateIssues, type Retracted } from "../issues/stages/update-issues.ts";
import { followMonitors } from "../monitors/follow-monitors.ts";
import { createMinuteLimits } from "../monitors/minute-limits.ts";
import { createPauses } from "../monitors/pauses.ts";
import { createMonitorHealthCheck } from "../monitors/stages/monitor-health-check.ts";
import { createReadMonitorStatus } from "../monitors/stages/read-monitor-status.ts";
import { createBatchBoard } from "../pipeline/batches/batch-board.ts";
import { createEngineGate } from "../pipeline/batches/engine-gate.ts";
import { createEvaluateBatch } from "../pipeline/batches/evaluate-batch.ts";
import { createFinishBatch } from "../pipeline/batches/finish-batch.ts";
import { createRunBatch } from "../pipeline/batches/run-batch.ts";
import { createStoreBatch } from "../pipeline/batches/store-batch.ts";
import { createStrikes } from "../pipeline/batches/strikes.ts";
import { createPipeline, type LineOptions } from "../pipeline/pipeline.ts";
import { createSharedClock } from "../pipeline/shared-clock.ts";
import { startCheckRuns } from "../pipeline/start-check-runs.ts";
import { startJobs } from "../pipeline/start-jobs.ts";
import { createAssembly } from "../pipeline/traces/assembly.ts";
import { createHistoryFeed } from "../pipeline/traces/history-feed.ts";
import type { ProcessTask, WorkerReply } from "../pipeline/traces/process.ts";
import { createReading } from "../pipeline/traces/reading.ts";
import { type AssemblyOptions } from "../pipeline/traces/taken-trace.ts";
import { messageOf } from "../platform/failure.ts";
import type { AddressGuard } from "../platform/http/address.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { ShutdownStack } from "../platform/shutdown-stack.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";
import { createTombstones } from "../privacy/stages/tombstones.ts";
import type { Journal, WriteBatchStore } from "../storage/ports/journal.ts";
import type { TableWriter } from "../storage/ports/table-writer.ts";
import { assembleMetrics } from "./measurements/metrics.ts";
import type { Settings } from "./settings/settings.ts";
import { startWorkers } from "./start-workers.ts";
import type { OpenStorage } from "./storage.ts";

/** Durable steps of the pipeline, replaceable so that the lab can inject faults. */
export interface LineParts {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly writer: TableWriter;
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
}

export interface RunOptions {
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Replaces the pipeline thread, for benchmarks of its parts. */
  readonly worker?: URL;
}

interface PipelineDependencies {
  readonly settings: Settings;
  readonly guard: AddressGuard;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly shutdownStack: ShutdownStack;
  readonly options: RunOptions;
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
  settings,
  storage,
  guard,
  telemetry,
  shutdownStack,
  options,
  now,
}: PipelineDependencies) {
  const { records, writer, traces, findings, issueStatistics, journal, writeBatches, deadLetters } = storage;
  const pools = startWorkers({ settings, telemetry, shutdownStack, script: options.worker });
  const countEveryMs = 10_000;
  const monitors = await followMonitors({
    feed: records.monitorFeed,
    changes: records.projectChanges,
    pauses: createPauses({ statistics: storage.monitorStatistics, activity: storage.projectActivity, now }),
    limits: createMinuteLimits({ replicas: records.replicas, now, everyMs: countEveryMs }),
    send: (project, list) => pools.tell("monitors", list, project),
    everyMs: 2000,
    countEveryMs,
    telemetry,
  });
  shutdownStack.add(() => monitors.stop());
  const updatePipeline = (project: ProjectId, list: readonly CustomCheck[] | undefined) =>
    pools.tell("checks", list, project);
  const checks = await startChecks({
    ...records,
    guard,
    evaluateApart: createEvaluateApart(pools.apart.run),
    telemetry,
    shutdownStack,
    updatePipeline,
    now,
  });

  const tombstones = createTombstones({ store: records.deletions, update: (list) => pools.tell("tombstones", list) });
  await tombstones.refresh();
  const stopping = new AbortController();
  const raise = createUpdateIssues({
    issues: records.issues,
    findings,
    statistics: issueStatistics,
    thresholdOf: (monitor) => monitors.byId(monitor)?.threshold,
    now,
  });
  const plain: LineParts = { journal, writeBatches, writer, raise: async (...found) => void (await raise(...found)) };
  const parts = options.decorate?.(plain) ?? plain;
  const { executors, forApi, judgeGate, callJudgeModel } = checks;
  const common = { telemetry, shutdownStack, now };
  const { signal } = stopping;
  const gate = createEngineGate({ ...parts, telemetry, now, signal, onAvailable: () => line.replayAll() });
  const jobs = await startJobs({
    ...common,
    ...parts,
    jobs: records.jobs,
    monitors: records.monitors,
    datapoints: storage.datapoints,
    isAlone: settings.records.kind === "sqlite",
    executors,
    findSlow: forApi.asynchronousChecks.find,
    gate,
  });
  const runs = startCheckRuns({
    checkRuns: records.checkRuns,
    codeChecks,
    jobStore: records.jobs,
    datapoints: storage.datapoints,
    samples: storage.samples,
    telemetry,
    shutdownStack,
    now,
    jobs,
    evaluateApart: forApi.evaluateApart,
    known: forApi.asynchronousChecks,
    ...parts,
  });
  const assembly = createAssembly(assemblyOptions);
  const sharedClock = createSharedClock({ read: storage.storeTime, now, everyMs: 5000 });
  await sharedClock.refresh().catch(() => undefined);
  shutdownStack.add(() => sharedClock.stop());
  const board = createBatchBoard({ now });
  const strikes = createStrikes({ journal: parts.journal, now });
  const evaluation = createEvaluateBatch({
    ...parts,
    traces,
    // Small tasks do not wait behind large ones.
    process: async (task, transfer, isApart) =>
      (await (isApart
        ? pools.apart.run(task, { transfer, tenant: task.entries[0]?.projectId ?? "" })
        : pools.pipeline.run(task, { transfer, isFirst: isSmall(task) }))) as WorkerReply,
    strikes,
    history: createHistoryFeed({ reader: storage.checkHistory, now }),
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
  const storeBatch = createStoreBatch({ ...parts, gate, signal, onSplit });
  const finishing = { ...parts, jobs: records.jobs, jobsAdded: () => jobs.wake(), gate, board, telemetry, now, signal };
  const finish = createFinishBatch(finishing);
  const line = createPipeline({
    ...parts,
    deadLetters,
    assembly,
    board,
    engine: gate.condition,
    createRun: (given) =>
      createRunBatch({
        ...parts,
        ...given,
        membersOf: assembly.membersOf,
        evaluation,
        strikes,
        storeBatch,
        finish,
        isShared: settings.clickhouse.kind === "server",
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
  const watcher = createIssueScheduler({ ...records, findings, telemetry, now, everyMs: 30_000 });
  watcher.start();
  shutdownStack.add(() => watcher.stop());
  const monitorWatch = createMonitorHealthCheck({
    ...records,
    enabled: monitors.byProject,
    activity: storage.projectActivity,
    readMonitorStatus: createReadMonitorStatus({ ...storage, ...records, now }),
    telemetry,
    now,
    everyMs: 60_000,
  });
  monitorWatch.start();
  shutdownStack.add(() => monitorWatch.stop());
  const metrics = await assembleMetrics({ settings, storage, pipeline: line.status, telemetry, shutdownStack, now });
  return {
    line,
    figures: metrics,
    monitors,
    tombstones,
    checks: { ...forApi, onRunRequested: () => runs.wake() },
    judgeGate,
    callJudgeModel,
    jobs,
  };
}
