import type { IssueStore, IssueWatch } from "../../issues/index.ts";
import { decideRunEnded } from "../../issues/service.ts";
import type { Admission } from "../../otlp/index.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import { datapointId, type TestRunId } from "../../platform/ids.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { JudgedTry, RunReader } from "../ports/run-reader.ts";
import type { ModelStore, RunRowStore, TestRunStore } from "../ports/testing-stores.ts";
import { type RunRow, runDatapoint, runSpan, type TestRun } from "../test-run.ts";
import { createRecordAttempts } from "./record-attempts.ts";
import { type JudgedRow, runMetrics } from "./run-metrics.ts";

interface SettlingDependencies {
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly models: ModelStore;
  readonly admission: Admission;
  readonly reader: RunReader;
  readonly issues: Pick<IssueStore, "change">;
  readonly issueWatch: Pick<IssueWatch, "awaiting">;
  readonly emit: (event: GaffeEvent) => void;
  readonly now: () => number;
}

/**
 * Advances runs based on stored results. Every operation is idempotent and may run in several processes
 * concurrently.
 */
export interface Settling {
  /** Sends attempts with a result to the pipeline in the background, and ends the run once they are evaluated. */
  recordSoon(run: TestRun): void;
  /** Processes all unfinished runs: records what a crash left, and ends runs whose attempts are all evaluated. */
  settleAll(): Promise<void>;
  /** Returns a run's attempts with their verdicts. */
  judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]>;
  stop(): void;
}

/** Attempts per page while waiting for verdicts. */
const pageRows = 500;
const firstWaitMs = 100;
const longestWaitMs = 4_000;
/** Waiting for verdicts takes at most this share of the time. */
const readingShare = 1 / 10;
const atMostRows = 1_000_000;
const dayMs = 86_400_000;

export function createSettling(dependencies: SettlingDependencies): Settling {
  const { testRuns, runRows, reader, issues, issueWatch, emit, now } = dependencies;
  const watched = new Map<TestRunId, Watch>();
  const busy = new Set<TestRunId>();
  const timers = new Map<TestRunId, NodeJS.Timeout>();
  const recording = createRecordAttempts({ ...dependencies, onStored: (run) => settleIn(run, 0) });
  return { recordSoon: (run) => recording.recordSoon(run), settleAll, judgedRows, stop };

  function stop(): void {
    recording.stop();
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  }

  async function settleAll(): Promise<void> {
    const runs = await testRuns.underWay();
    const known = new Set(runs.map(({ id }) => id));
    for (const id of watched.keys()) if (!known.has(id)) watched.delete(id);
    for (const run of runs) {
      try {
        await settleOnce(run);
      } catch (thrown) {
        if (!(thrown instanceof Failure) || thrown.blame !== "dependency") throw thrown;
        // Currently unavailable; the next round retries.
      }
    }
  }

  /** Settles a run without waiting for the next round. */
  function settleIn({ projectId, id }: TestRun, waitMs: number): void {
    clearTimeout(timers.get(id));
    const timer = setTimeout(() => {
      timers.delete(id);
      settleNow().catch((thrown: unknown) => {
        const message = "a run could not be settled; the next round retries";
        emit({ kind: "test-runs-troubled", level: "warn", message, facts: { error: messageOf(thrown) } });
      });
    }, waitMs);
    timer.unref();
    timers.set(id, timer);

    async function settleNow(): Promise<void> {
      const run = await testRuns.get(projectId, id);
      if (run?.state !== "running" && run?.state !== "evaluating") return;
      const watch = watched.get(id);
      if (watch) watch.nextCheckAt = 0;
      await settleOnce(run);
    }
  }

  /** A round leaves a run that is being settled alone. */
  async function settleOnce(run: TestRun): Promise<void> {
    if (busy.has(run.id)) return;
    busy.add(run.id);
    try {
      await settle(run);
    } finally {
      busy.delete(run.id);
    }
  }

  async function settle(run: TestRun): Promise<void> {
    await recording.record(run);
    if (await runRows.hasOpen(run.id)) return;
    if (run.state === "running" && !(await testRuns.move(run.id, ["running"], { state: "evaluating" }))) return;
    const rows = await whollyJudged(run);
    if (!rows) return;
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
   * Returns all attempts of a run once each has its verdicts. Scans them by page and stops at the first one that waits
   * for a verdict, so that a check reads one page regardless of the run's size. Checks less often while nothing changes.
   */
  async function whollyJudged(run: TestRun): Promise<readonly JudgedRow[] | undefined> {
    const watch = watched.get(run.id) ?? {
      from: 0,
      pending: Number.POSITIVE_INFINITY,
      nextCheckAt: 0,
      waitMs: firstWaitMs,
    };
    watched.set(run.id, watch);
    if (now() < watch.nextCheckAt) return undefined;
    for (;;) {
      const since = performance.now();
      const rows = await judgedRows(run, watch.from, pageRows);
      const pending = rows.filter((row) => !isJudged(run, row)).length;
      if (pending > 0) {
        watch.waitMs = pending < watch.pending ? firstWaitMs : Math.min(longestWaitMs, watch.waitMs * 2);
        watch.pending = pending;
        const waitMs = Math.max(watch.waitMs, (performance.now() - since) / readingShare);
        watch.nextCheckAt = now() + waitMs;
        settleIn(run, waitMs);
        return undefined;
      }
      if (rows.length < pageRows) return watch.from === 0 ? rows : judgedRows(run, 0, atMostRows);
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
