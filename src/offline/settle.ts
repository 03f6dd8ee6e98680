import { type RunRow, runDatapoint, type TestRun } from "../domain/test-run.ts";
import { digest } from "../lib/digest.ts";
import { Failure } from "../lib/failure.ts";
import { encodeTraces } from "../otlp/encode.ts";
import type { Admission } from "../ports/admission.ts";
import type { ModelStore, RunReader, RunRowStore, TestRunStore } from "../ports/offline.ts";
import { type JudgedRow, runMetrics } from "./run-metrics.ts";
import { spanOfTry } from "./try-span.ts";

interface Needs {
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly models: ModelStore;
  readonly admission: Admission;
  readonly reader: RunReader;
  readonly now: () => number;
}

/** Brings runs forward by what is known of them. Everything here may be done twice, by several processes at once. */
export interface Settling {
  /** Puts tries with a result on the line, as datapoints. */
  record(run: TestRun): Promise<void>;
  /** Every run under way: records what is left over from a crash, and ends those whose tries are all judged. */
  settleAll(): Promise<void>;
  /** All tries of a run with their verdicts. */
  judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]>;
}

const atOnce = 200;
const atMostRows = 1_000_000;
const dayMs = 86_400_000;

export function createSettling({ testRuns, runRows, models, admission, reader, now }: Needs): Settling {
  return { record, settleAll, judgedRows };

  async function record(run: TestRun): Promise<void> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    if (!model) return;
    for (;;) {
      const tries = await runRows.unrecorded(run, atOnce);
      if (tries.length === 0) return;
      const spans = tries.map((each) => spanOfTry(run, model, each));
      const bytes = encodeTraces(spans);
      await admission.admit({
        projectId: run.projectId,
        source: "run",
        signal: "traces",
        receivedAt: now(),
        bytes,
        traceIds: spans.map(({ traceId }) => traceId),
        bodyHash: digest("run", run.id, bytes.toString("latin1")),
      });
      await runRows.recorded(run.id, tries);
    }
  }

  async function settleAll(): Promise<void> {
    for (const run of await testRuns.underWay()) {
      try {
        await settle(run);
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.blame !== "dependency") throw thrown;
        // It does not answer at the moment: the next round tries again.
      }
    }
  }

  async function settle(run: TestRun): Promise<void> {
    await record(run);
    const { waiting, leased } = await runRows.progress(run.id);
    if (waiting + leased > 0) return;
    if (run.state === "running" && !(await testRuns.move(run.id, ["running"], { state: "evaluating" }))) return;
    const rows = await judgedRows(run, 0, atMostRows);
    if (!rows.every((row) => isJudged(run, row))) return;
    await testRuns.move(run.id, ["evaluating"], {
      state: "finished",
      metrics: runMetrics(run, rows),
      endedAt: now(),
    });
  }

  async function judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]> {
    const tries = await runRows.rows(run, from, limit);
    const rows = tries.map((each) => ({ ...each, datapointId: datapointOf(run, each) }));
    const answered = rows.filter(({ result }) => result !== undefined);
    const judged = await reader.judged(
      run.projectId,
      answered.map(({ datapointId }) => datapointId),
      // Callers' clocks may be off by a little; a day covers the worst of time zones.
      { from: run.createdAt - dayMs, to: now() + dayMs },
    );
    return rows.map((row) => {
      const found = judged.get(row.datapointId);
      return found ? { ...row, judged: found } : row;
    });
  }

  function datapointOf(run: TestRun, { rowId, repeat }: RunRow) {
    return runDatapoint(run.projectId, run.id, rowId, repeat);
  }

  /** Stored, with a last word from every check of the run. */
  function isJudged(run: TestRun, { judged }: JudgedRow): boolean {
    if (!judged) return false;
    return run.checks.every(({ check }) =>
      judged.verdicts.some(
        (verdict) => verdict.check === check && verdict.state !== "queued" && verdict.state !== "running",
      ),
    );
  }
}
