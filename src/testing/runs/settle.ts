import type { IssueStore, IssueWatch } from "../../issues/index.ts";
import { decideRunEnded } from "../../issues/service.ts";
import { type Admission, encodeTraces } from "../../otlp/index.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { Failure } from "../../platform/failure.ts";
import { datapointId, type TestRunId } from "../../platform/ids.ts";
import type { JudgedTry, RunReader } from "../ports/run-reader.ts";
import type { ModelStore, RunRowStore, TestRunStore } from "../ports/testing-stores.ts";
import { type RunRow, runDatapoint, runSpan, type TestRun } from "../test-run.ts";
import { attemptSpans } from "./attempt-spans.ts";
import { type JudgedRow, runMetrics } from "./run-metrics.ts";

interface SettlingDependencies {
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly models: ModelStore;
  readonly admission: Admission;
  readonly reader: RunReader;
  readonly issues: Pick<IssueStore, "change">;
  readonly issueWatch: Pick<IssueWatch, "awaiting">;
  readonly now: () => number;
}

/**
 * Advances runs based on stored results. Every operation is idempotent and may run in several processes
 * concurrently.
 */
export interface Settling {
  /** Sends attempts with a result to the pipeline, as datapoints. */
  record(run: TestRun): Promise<void>;
  /** Processes all unfinished runs: records what a crash left, and ends runs whose attempts are all evaluated. */
  settleAll(): Promise<void>;
  /** Returns a run's attempts with their verdicts. */
  judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]>;
}

const atOnce = 200;
/** Attempts per page while waiting for verdicts. */
const pageRows = 200;
const firstWaitMs = 1_000;
const longestWaitMs = 4_000;
const atMostRows = 1_000_000;
const dayMs = 86_400_000;

export function createSettling(dependencies: SettlingDependencies): Settling {
  const { testRuns, runRows, models, admission, reader, issues, issueWatch, now } = dependencies;
  const recording = new Map<TestRunId, Promise<void>>();
  const watched = new Map<TestRunId, Watch>();
  return { record, settleAll, judgedRows };

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
    for (;;) {
      const attempts = await runRows.unrecorded(run, atOnce);
      if (attempts.length === 0) return;
      const spans = attempts.flatMap((each) => attemptSpans(run, model, each));
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
      await runRows.recorded(run.id, attempts);
    }
  }

  async function settleAll(): Promise<void> {
    const runs = await testRuns.underWay();
    const known = new Set(runs.map(({ id }) => id));
    for (const id of watched.keys()) if (!known.has(id)) watched.delete(id);
    for (const run of runs) {
      try {
        await settle(run);
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.blame !== "dependency") throw thrown;
        // Currently unavailable; the next round retries.
      }
    }
  }

  async function settle(run: TestRun): Promise<void> {
    await record(run);
    const { waiting, leased } = await runRows.progress(run.id);
    if (waiting + leased > 0) return;
    if (run.state === "running" && !(await testRuns.move(run.id, ["running"], { state: "evaluating" }))) return;
    if (!(await isWhollyJudged(run))) return;
    const rows = await judgedRows(run, 0, atMostRows);
    // An attempt may have been removed or re-evaluated meanwhile.
    if (!rows.every((row) => isJudged(run, row))) return void watched.delete(run.id);
    const metrics = runMetrics(run, rows);
    // Before the run ends: after a crash in between, the decision is repeated.
    await resolveAwaiting({ ...run, metrics });
    await testRuns.move(run.id, ["evaluating"], { state: "finished", metrics, endedAt: now() });
  }

  async function resolveAwaiting(run: TestRun): Promise<void> {
    const ids = await issueWatch.awaiting(run.projectId, run.scenarioSetId);
    if (ids.length === 0) return;
    await issues.change(run.projectId, ids, (known) =>
      ids.flatMap((id) => {
        const issue = known.get(id);
        return (issue && decideRunEnded(issue, run, now())) ?? [];
      }),
    );
  }

  /**
   * Scans a run's attempts by page and stops at the first one that waits for a verdict, so that each check reads
   * one page regardless of the run's size. Checks less often while nothing changes.
   */
  async function isWhollyJudged(run: TestRun): Promise<boolean> {
    const watch = watched.get(run.id) ?? {
      from: 0,
      pending: Number.POSITIVE_INFINITY,
      nextCheckAt: 0,
      waitMs: firstWaitMs,
    };
    watched.set(run.id, watch);
    if (now() < watch.nextCheckAt) return false;
    for (;;) {
      const rows = await judgedRows(run, watch.from, pageRows);
      const pending = rows.filter((row) => !isJudged(run, row)).length;
      if (pending > 0) {
        watch.waitMs = pending < watch.pending ? firstWaitMs : Math.min(longestWaitMs, watch.waitMs * 2);
        watch.pending = pending;
        // Slightly less than the wait, so that the matching round is not missed.
        watch.nextCheckAt = now() + watch.waitMs - firstWaitMs / 2;
        return false;
      }
      if (rows.length < pageRows) return true;
      watch.from += rows.length;
      watch.pending = Number.POSITIVE_INFINITY;
    }
  }

  async function judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]> {
    const attempts = await runRows.rows(run, from, limit);
    const rows = attempts.map((each) => ({
      ...each,
      datapointId: runDatapoint(run.projectId, run.id, each.rowId, each.repeat),
      earlier: earlierTurns(run, each),
    }));
    const withResult = rows.filter(({ result }) => result !== undefined);
    const judged = await reader.judged(
      run.projectId,
      withResult.flatMap(({ datapointId: last, earlier }) => [last, ...earlier]),
      // Allows for client clock skew; a day covers the worst time zone error.
      { from: run.createdAt - dayMs, to: now() + dayMs },
    );
    return rows.map(({ earlier, ...row }) => {
      const found = judged.get(row.datapointId);
      const turns = earlier.map((each) => judgedTurn(each, judged.get(each)));
      return { ...row, ...(found ? { judged: found } : {}), ...(turns.length === 0 ? {} : { turns }) };
    });
  }

  function judgedTurn(id: JudgedRow["datapointId"], judged: JudgedTry | undefined) {
    return { datapointId: id, ...(judged ? { judged } : {}) };
  }

  /** Returns the datapoints of a conversation's turns before the attempt's own. */
  function earlierTurns(run: TestRun, { rowId, repeat, result }: RunRow) {
    const own = result?.error === undefined ? 1 : 0;
    const count = Math.max(0, (result?.turns?.length ?? 0) - own);
    return Array.from({ length: count }, (_, index) => {
      const { traceId, spanId } = runSpan(run.id, rowId, repeat, index + 1);
      return datapointId(run.projectId, traceId, spanId);
    });
  }

  /** Returns whether an attempt is stored with a final verdict of every check of the run. */
  function isJudged(run: TestRun, { judged, turns = [] }: JudgedRow): boolean {
    const atEveryTurn = run.simulation?.checksAtEveryTurn === true;
    return [judged, ...(atEveryTurn ? turns.map((turn) => turn.judged) : [])].every(
      (one) =>
        one !== undefined &&
        run.checks.every(({ check }) =>
          one.verdicts.some(
            (verdict) => verdict.check === check && verdict.state !== "queued" && verdict.state !== "running",
          ),
        ),
    );
  }
}

/** Progress of waiting for a run's verdicts. */
interface Watch {
  from: number;
  /** Attempts of the page that wait for verdicts. */
  pending: number;
  nextCheckAt: number;
  waitMs: number;
}
