import type { IssueStore, IssueWatch } from "../../app/ports/records.ts";
import { decideRunEnded } from "../../issues/issue-rules.ts";
import { encodeTraces } from "../../otlp/encode.ts";
import type { Admission } from "../../otlp/ports/admission.ts";
import { digest } from "../../platform/crypto/digest.ts";
import { Failure } from "../../platform/failure.ts";
import { datapointId, type TestRunId } from "../../platform/ids.ts";
import type { JudgedTry, ModelStore, RunReader, RunRowStore, TestRunStore } from "../ports/offline.ts";
import { type RunRow, runDatapoint, runSpan, type TestRun } from "../test-run.ts";
import { type JudgedRow, runMetrics } from "./run-metrics.ts";
import { spansOfTry } from "./try-span.ts";

interface Needs {
  readonly testRuns: TestRunStore;
  readonly runRows: RunRowStore;
  readonly models: ModelStore;
  readonly admission: Admission;
  readonly reader: RunReader;
  readonly issues: Pick<IssueStore, "change">;
  readonly issueWatch: Pick<IssueWatch, "awaiting">;
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
/** Tries looked at together while their verdicts are waited for. */
const pageRows = 200;
const firstWaitMs = 1_000;
const longestWaitMs = 4_000;
const atMostRows = 1_000_000;
const dayMs = 86_400_000;

export function createSettling(needs: Needs): Settling {
  const { testRuns, runRows, models, admission, reader, issues, issueWatch, now } = needs;
  const recording = new Map<TestRunId, Promise<void>>();
  const watched = new Map<TestRunId, Watch>();
  return { record, settleAll, judgedRows };

  /** Who asks while a run is being recorded has it recorded once more afterwards: its result may have come in between. */
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
      const tries = await runRows.unrecorded(run, atOnce);
      if (tries.length === 0) return;
      const spans = tries.flatMap((each) => spansOfTry(run, model, each));
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
    const runs = await testRuns.underWay();
    const known = new Set(runs.map(({ id }) => id));
    for (const id of watched.keys()) if (!known.has(id)) watched.delete(id);
    for (const run of runs) {
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
    if (!(await isWhollyJudged(run))) return;
    const rows = await judgedRows(run, 0, atMostRows);
    // A try may have been taken away meanwhile, or judged anew.
    if (!rows.every((row) => isJudged(run, row))) return void watched.delete(run.id);
    const metrics = runMetrics(run, rows);
    // Before the run is ended: after a crash in between, it is decided again.
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
   * Goes through a run's tries page by page and stays at the first that still waits for a verdict, so that a look costs
   * one page however long the run is, and less often while nothing changes.
   */
  async function isWhollyJudged(run: TestRun): Promise<boolean> {
    const watch = watched.get(run.id) ?? { from: 0, pending: Number.POSITIVE_INFINITY, lookAt: 0, waitMs: firstWaitMs };
    watched.set(run.id, watch);
    if (now() < watch.lookAt) return false;
    for (;;) {
      const rows = await judgedRows(run, watch.from, pageRows);
      const pending = rows.filter((row) => !isJudged(run, row)).length;
      if (pending > 0) {
        watch.waitMs = pending < watch.pending ? firstWaitMs : Math.min(longestWaitMs, watch.waitMs * 2);
        watch.pending = pending;
        // A little less than the wait, so that the round it falls into is not missed.
        watch.lookAt = now() + watch.waitMs - firstWaitMs / 2;
        return false;
      }
      if (rows.length < pageRows) return true;
      watch.from += rows.length;
      watch.pending = Number.POSITIVE_INFINITY;
    }
  }

  async function judgedRows(run: TestRun, from: number, limit: number): Promise<readonly JudgedRow[]> {
    const tries = await runRows.rows(run, from, limit);
    const rows = tries.map((each) => ({
      ...each,
      datapointId: runDatapoint(run.projectId, run.id, each.rowId, each.repeat),
      earlier: earlierTurns(run, each),
    }));
    const answered = rows.filter(({ result }) => result !== undefined);
    const judged = await reader.judged(
      run.projectId,
      answered.flatMap(({ datapointId: last, earlier }) => [last, ...earlier]),
      // Callers' clocks may be off by a little; a day covers the worst of time zones.
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

  /** Datapoints of a conversation's turns before the one that is the try's own. */
  function earlierTurns(run: TestRun, { rowId, repeat, result }: RunRow) {
    const own = result?.error === undefined ? 1 : 0;
    const count = Math.max(0, (result?.turns?.length ?? 0) - own);
    return Array.from({ length: count }, (_, index) => {
      const { traceId, spanId } = runSpan(run.id, rowId, repeat, index + 1);
      return datapointId(run.projectId, traceId, spanId);
    });
  }

  /** Stored, with a last word from every check of the run. */
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

/** How far a run's tries are known to be judged. */
interface Watch {
  from: number;
  /** Tries of the page that wait. */
  pending: number;
  lookAt: number;
  waitMs: number;
}
