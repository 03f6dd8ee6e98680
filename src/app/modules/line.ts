import type { CustomCheck } from "../../checks/custom/custom-check.ts";
import type { Finding } from "../../issues/issue.ts";
import { createRaise, type Retracted } from "../../issues/stages/raise.ts";
import { createIssueWatcher } from "../../issues/stages/watch-issues.ts";
import { createLookAtMonitors } from "../../monitors/stages/look-at-monitors.ts";
import { createMonitorWatch } from "../../monitors/stages/watch-monitors.ts";
import { createBatchBoard } from "../../pipeline/batches/batch-board.ts";
import { createEngineGate } from "../../pipeline/batches/engine-gate.ts";
import { createEvaluateBatch } from "../../pipeline/batches/evaluate-batch.ts";
import { createFinishBatch } from "../../pipeline/batches/finish-batch.ts";
import { createRunBatch } from "../../pipeline/batches/run-batch.ts";
import { createStoreBatch } from "../../pipeline/batches/store-batch.ts";
import { createLine, type LineOptions } from "../../pipeline/line.ts";
import type { Keeper } from "../../pipeline/ports/kept.ts";
import { createSharedClock } from "../../pipeline/shared-clock.ts";
import { createAssembly } from "../../pipeline/traces/assembly.ts";
import { createHistoryFeed } from "../../pipeline/traces/history-feed.ts";
import type { ProcessTask, WorkerReply } from "../../pipeline/traces/process.ts";
import { createReading } from "../../pipeline/traces/reading.ts";
import { type AssemblyOptions } from "../../pipeline/traces/taken-trace.ts";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { createThreadPool } from "../../platform/threads/thread-pool.ts";
import { createTombstones } from "../../privacy/stages/tombstones.ts";
import type { Journal, WriteBatchStore } from "../../storage/ports/journal.ts";
import { assembleFigures } from "../measurements/figures.ts";
import type { Settings } from "../settings/settings.ts";
import type { Undo } from "../undo.ts";
import { assembleChecks } from "./checks.ts";
import { assembleJobs } from "./jobs.ts";
import { createMinuteLimits } from "./minute-limits.ts";
import { followMonitors } from "./monitors.ts";
import { createPauses } from "./pauses.ts";
import { assembleRuns } from "./runs.ts";
import { type OpenStorage, workersOf } from "./storage.ts";

/** The durable steps of the pipeline, so that the lab can build a fault into each. */
export interface LineParts {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly keeper: Keeper;
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
}

export interface RunOptions {
  readonly decorate?: (parts: LineParts) => LineParts;
  /** Another thread of the line, for measuring parts of it. */
  readonly worker?: URL;
}

interface Needs {
  readonly settings: Settings;
  readonly storage: OpenStorage;
  readonly telemetry: Telemetry;
  readonly undo: Undo;
  readonly options: RunOptions;
  readonly now: () => number;
}

const lineOptions: LineOptions = {
  // One is evaluated while others are saved and stored.
  batchesAtOnce: 3,
  aloneAboveBytes: 12 * 2 ** 20,
  batchesToFinish: 32,
  heldItems: 200_000,
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

/** The pipeline, started: from the acceptance of a request to the issues it opens. */
export async function assembleLine({ settings, storage, telemetry, undo, options, now }: Needs) {
  const { records, keeper, traces, findings, issueFigures, journal, writeBatches, deadLetters } = storage;
  const pool = createThreadPool({
    script: options.worker ?? new URL("../worker.ts", import.meta.url),
    size: workersOf(settings),
    youngMb: 12,
    onLost: (error) =>
      telemetry.emit({
        kind: "workers-lost",
        level: "error",
        message: "a thread of the line ended and was replaced",
        facts: { error: error.message },
      }),
  });
  undo.add(() => pool.close());
  const countEveryMs = 10_000;
  const monitors = await followMonitors({
    feed: records.monitorFeed,
    changes: records.projectChanges,
    pauses: createPauses({ figures: storage.monitorFigures, activity: storage.projectActivity, now }),
    limits: createMinuteLimits({ replicas: records.replicas, now, everyMs: countEveryMs }),
    send: (project, list) => pool.tell("monitors", list, project),
    everyMs: 2000,
    countEveryMs,
    telemetry,
  });
  undo.add(() => monitors.stop());
  const tellLine = (project: ProjectId, list: readonly CustomCheck[] | undefined) => pool.tell("checks", list, project);
  const checks = await assembleChecks({
    allowNetworks: settings.allowNetworks,
    records,
    telemetry,
    undo,
    tellLine,
    now,
  });

  const tombstones = createTombstones({ store: records.deletions, tell: (list) => pool.tell("tombstones", list) });
  await tombstones.refresh();
  const stopping = new AbortController();
  const raise = createRaise({
    issues: records.issues,
    findings,
    figures: issueFigures,
    thresholdOf: (monitor) => monitors.byId(monitor)?.threshold,
    now,
  });
  const plain: LineParts = { journal, writeBatches, keeper, raise: async (...found) => void (await raise(...found)) };
  const parts = options.decorate?.(plain) ?? plain;
  const { executors, forApi, judgeGate } = checks;
  const common = { settings, storage, telemetry, undo, now };
  const { signal } = stopping;
  const gate = createEngineGate({ ...parts, telemetry, now, signal, onAvailable: () => line.replayAll() });
  const jobs = await assembleJobs({ ...common, executors, findSlow: forApi.slowChecks.find, gate, ...parts });
  const runs = assembleRuns({
    storage,
    telemetry,
    undo,
    now,
    jobs,
    check: forApi.check,
    known: forApi.slowChecks,
    ...parts,
  });
  const assembly = createAssembly(assemblyOptions);
  const sharedClock = createSharedClock({ read: storage.storeTime, now, everyMs: 5000 });
  await sharedClock.refresh().catch(() => undefined);
  undo.add(() => sharedClock.stop());
  const board = createBatchBoard({ now });
  const evaluation = createEvaluateBatch({
    ...parts,
    traces,
    // What takes little time does not wait for what takes much.
    process: async (task, transfer) => (await pool.run(task, transfer, isSmall(task))) as WorkerReply,
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
  const line = createLine({
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
  undo.add(() => {
    const hurry = setTimeout(() => stopping.abort(), undo.remainingMs());
    return line.stop().finally(() => {
      clearTimeout(hurry);
      stopping.abort();
    });
  });
  const watcher = createIssueWatcher({ ...records, findings, telemetry, now, everyMs: 30_000 });
  watcher.start();
  undo.add(() => watcher.stop());
  const monitorWatch = createMonitorWatch({
    ...records,
    enabled: monitors.byProject,
    activity: storage.projectActivity,
    lookAtMonitors: createLookAtMonitors({ ...storage, ...records, now }),
    telemetry,
    now,
    everyMs: 60_000,
  });
  monitorWatch.start();
  undo.add(() => monitorWatch.stop());
  const figures = await assembleFigures({ settings, storage, pipeline: line.status, telemetry, undo, now });
  return { line, figures, monitors, tombstones, checks: { ...forApi, runAsked: () => runs.wake() }, judgeGate, jobs };
}
