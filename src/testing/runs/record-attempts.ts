import { type Admission, encodeTraces } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { messageOf } from "../../platform/failure.ts";
import type { TestRunId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { ModelStore, RunRowStore } from "../ports/testing-stores.ts";
import type { TestRun } from "../test-run.ts";
import { attemptSpans } from "./attempt-spans.ts";

interface RecordingDependencies {
  readonly runRows: Pick<RunRowStore, "unrecorded" | "recorded" | "hasOpen">;
  readonly models: Pick<ModelStore, "get">;
  readonly admission: Admission;
  /** Called when the datapoints of a run are stored after its last attempt got a result. */
  readonly onStored: (run: TestRun) => void;
  readonly emit: (event: GaffeEvent) => void;
  readonly now: () => number;
}

/** Sends attempts with a result to the pipeline, as datapoints. */
export interface RecordAttempts {
  /** Resolves when all results that are stored now are in the journal. */
  record(run: TestRun): Promise<void>;
  /** Records in the background: results that come shortly after each other together, the last one immediately. */
  recordSoon(run: TestRun): void;
  stop(): void;
}

const atOnce = 200;
/** How long results are collected while others are expected. */
const collectMs = 250;

export function createRecordAttempts({
  runRows,
  models,
  admission,
  onStored,
  emit,
  now,
}: RecordingDependencies): RecordAttempts {
  const recording = new Map<TestRunId, Promise<void>>();
  const collecting = new Map<TestRunId, NodeJS.Timeout>();
  return {
    record,
    recordSoon: (run) => void beginSoon(run).catch(reportFailure),
    stop() {
      for (const timer of collecting.values()) clearTimeout(timer);
      collecting.clear();
    },
  };

  async function beginSoon(run: TestRun): Promise<void> {
    if (await runRows.hasOpen(run.id)) {
      if (collecting.has(run.id)) return;
      const timer = setTimeout(() => {
        collecting.delete(run.id);
        record(run).catch(reportFailure);
      }, collectMs);
      timer.unref();
      collecting.set(run.id, timer);
      return;
    }
    clearTimeout(collecting.get(run.id));
    collecting.delete(run.id);
    await record(run);
  }

  /** A call during recording triggers another pass, because its result may have arrived in between. */
  async function record(run: TestRun): Promise<void> {
    const before = recording.get(run.id)?.catch(() => undefined);
    const mine = (before ?? Promise.resolve()).then(() => recordNow(run));
    recording.set(run.id, mine);
    try {
      await mine;
    } finally {
      if (recording.get(run.id) === mine) recording.delete(run.id);
    }
  }

  async function recordNow(run: TestRun): Promise<void> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    if (!model) return;
    const stored: Promise<unknown>[] = [];
    for (;;) {
      const attempts = await runRows.unrecorded(run, atOnce);
      if (attempts.length === 0) break;
      const spans = attempts.flatMap((each) => attemptSpans(run, model, each));
      const bytes = encodeTraces(spans);
      const admitted = await admission.admit({
        projectId: run.projectId,
        source: "run",
        signal: "traces",
        receivedAt: now(),
        bytes,
        traceIds: spans.map(({ traceId }) => traceId),
        bodyHash: digest("run", run.id, bytes.toString("latin1")),
      });
      stored.push(admitted.settled());
      await runRows.recorded(run.id, attempts);
    }
    if (stored.length === 0 || (await runRows.hasOpen(run.id))) return;
    // Settling polls as well: a receipt that never comes delays the end of the run, and does not prevent it.
    Promise.all(stored).then(
      () => onStored(run),
      () => undefined,
    );
  }

  function reportFailure(thrown: unknown): void {
    emit({
      kind: "test-runs-troubled",
      level: "warn",
      message: "results of a run were not sent to the pipeline; it is retried",
      facts: { error: messageOf(thrown) },
    });
  }
}
