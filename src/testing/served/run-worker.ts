import { Failure, messageOf } from "../../platform/failure.ts";
import type { TestRunId } from "../../platform/ids.ts";
import { retrying } from "../../platform/scheduling/retry.ts";
import { createSchedule } from "../../platform/scheduling/schedule.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { ModelStore, RunLease, RunLeases, RunRowStore } from "../ports/testing-stores.ts";
import type { Settling } from "../runs/settle.ts";
import type { RowResult, RunRow, TestRun } from "../test-run.ts";
import { createConverse, type StopJudge } from "./converse.ts";
import type { GivenKeys } from "./find-model-location.ts";
import type { Prepare, Prepared } from "./prepare.ts";
import { createReporter } from "./reporter.ts";

interface RunWorkerDependencies {
  readonly runLeases: RunLeases;
  readonly runRows: RunRowStore;
  readonly models: Pick<ModelStore, "get">;
  readonly settling: Pick<Settling, "recordSoon">;
  readonly prepare: Prepare;
  readonly judge: StopJudge;
  readonly emit: (event: GaffeEvent) => void;
  /** Identifies this process. */
  readonly process: string;
  readonly now: () => number;
}

/** Makes the service's steps of runs. One process at a time works on a run. */
export interface RunWorker {
  readonly process: string;
  /** Holds keys from a run's request in memory until the run ends or the process exits. */
  remember(run: TestRunId, keys: GivenKeys): void;
  /** Polls immediately: a run was started or ended. */
  wake(): void;
  start(): void;
  /** Gives calls in progress a few seconds to finish; the next worker repeats those that are aborted. */
  stop(): Promise<void>;
}

/** Lease of a run, which its worker must renew in time. */
export const runLeaseMs = 15_000;
const pollEveryMs = 1_000;
const renewEveryMs = 4_000;
const endMs = 5_000;
/** Attempt leases of a worker last until it is done or gone. */
const leasedMs = 7 * 86_400_000;

interface ActiveRun {
  readonly run: TestRun;
  readonly lease: RunLease;
  readonly broken: AbortController;
  readonly ready: Extract<Prepared, { kind: "ready" }>;
  readonly queue: RunRow[];
  readonly underWay: Set<Promise<void>>;
  readonly report: (row: RunRow, result: RowResult) => Promise<void>;
  renewedAt: number;
  isPumping: boolean;
}

export function createRunWorker(dependencies: RunWorkerDependencies): RunWorker {
  const { runLeases, runRows, models, settling, prepare, judge, emit, process, now } = dependencies;
  const activeRuns = new Map<TestRunId, ActiveRun>();
  const keys = new Map<TestRunId, GivenKeys>();
  const schedule = createSchedule({
    work: poll,
    onFailure: (thrown) => emitTrouble("runs could not be read; it is retried", thrown),
    everyMs: pollEveryMs,
  });
  let isStopping = false;
  let isWoken = false;
  return { process, remember: (run, given) => void keys.set(run, given), start: schedule.start, wake, stop };

  /** A call during a round makes another follow, because the round may have read the runs before. */
  function wake(): void {
    isWoken = true;
    schedule.wake();
  }

  async function poll(): Promise<"again" | undefined> {
    isWoken = false;
    const runs = await runLeases.listServedRuns();
    const known = new Set(runs.map(({ id }) => id));
    for (const [id, one] of activeRuns) {
      if (known.has(id)) continue;
      letGo(id, one);
      keys.delete(id);
    }
    for (const run of runs) await pollRun(run);
    return isWoken ? "again" : undefined;
  }

  async function pollRun(run: TestRun): Promise<void> {
    const active = activeRuns.get(run.id);
    if (active && now() - active.renewedAt < renewEveryMs) return void pump(active);
    const renewedAt = now();
    if (active) {
      if (!(await runLeases.renew(active.lease, renewedAt + runLeaseMs))) return letGo(run.id, active);
      active.renewedAt = renewedAt;
      return void pump(active);
    }
    const lease = await runLeases.acquire(run.id, process, renewedAt, renewedAt + runLeaseMs);
    if (!lease) return;
    const one = await begin(run, lease, renewedAt);
    if (!one || isStopping) return;
    activeRuns.set(run.id, one);
    void pump(one);
  }

  async function begin(run: TestRun, lease: RunLease, renewedAt: number): Promise<ActiveRun | undefined> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    const ready = model && (await prepare(run, model, keys.get(run.id) ?? new Map()));
    if (ready?.kind !== "ready") {
      const failure = ready
        ? `${ready.reason}. Keys from the request are not stored and are lost on restart: send them again to resume the run (POST /test-runs/${run.id}/resume)`
        : "its model was removed";
      await runLeases.fail(lease, failure, now());
      return undefined;
    }
    const broken = new AbortController();
    const report = createReporter({
      storeReports: (reports) => runRows.report(run.id, reports, lease),
      record: () => settling.recordSoon(run),
      signal: broken.signal,
      emitTrouble,
    });
    return { run, lease, broken, ready, queue: [], underWay: new Set(), report, renewedAt, isPumping: false };
  }

  /** Keeps as many attempts in progress as the run's concurrency allows. */
  async function pump(one: ActiveRun): Promise<void> {
    if (one.isPumping || isStopping) return;
    one.isPumping = true;
    try {
      const { run, lease, queue, underWay } = one;
      // Leased in batches, so that an attempt costs less than one transaction.
      if (queue.length < run.concurrency) {
        const time = { now: now(), until: now() + leasedMs };
        queue.push(...(await runRows.lease(run, lease, run.concurrency * 2 - queue.length, time)));
      }
      const free = mayBegin(one) ? run.concurrency - underWay.size : 0;
      for (let nth = 0; nth < free; nth++) {
        const row = queue.shift();
        if (!row) break;
        const trying: Promise<void> = make(one, row).finally(() => {
          underWay.delete(trying);
          void pump(one);
        });
        underWay.add(trying);
      }
    } catch (thrown) {
      emitTrouble("attempts of a run could not be leased; it is retried", thrown);
    } finally {
      one.isPumping = false;
    }
  }

  function mayBegin({ broken }: ActiveRun): boolean {
    return !broken.signal.aborted && !isStopping;
  }

  async function make(one: ActiveRun, row: RunRow): Promise<void> {
    const { run, lease, ready, broken, report } = one;
    const { signal } = broken;
    try {
      const result = await resultOf(row);
      if (result) await report(row, result);
    } catch (thrown) {
      if (signal.aborted) return;
      emitTrouble("a try of a run ended in a defect", thrown);
      await report(row, { error: "the service failed; see its log", startedAt: now(), durationMs: 0 }).catch(
        () => undefined,
      );
    }

    function resultOf(tried: RunRow): Promise<RowResult | undefined> {
      const { target, driver } = ready;
      if (!run.simulation) {
        if (!target) throw new Failure("defect", "a run of the user's own code has no steps of the service");
        return target.answer(tried, undefined, signal);
      }
      if (!driver) throw new Failure("defect", "a simulation has no driver");
      const converse = createConverse({
        run,
        simulation: run.simulation,
        driver,
        ...(target ? { target } : {}),
        judge,
        storeStep: (storedRow, conversation, by) =>
          insisting(signal, () =>
            runRows.advance(run.id, storedRow, conversation, {
              by,
              until: by === "service" ? now() + leasedMs : 0,
              lease,
            }),
          ),
      });
      return converse(tried, signal);
    }
  }

  function insisting<Result>(signal: AbortSignal, act: () => Promise<Result>): Promise<Result> {
    return retrying(act, {
      firstMs: 200,
      maxMs: 5_000,
      signal,
      onFailure: (failure) => emitTrouble("the result of an attempt could not be recorded; it is retried", failure),
    });
  }

  function letGo(id: TestRunId, one: ActiveRun): void {
    one.broken.abort(new Error("the run is over"));
    activeRuns.delete(id);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await schedule.stop();
    const underWay = [...activeRuns.values()].flatMap((one) => [...one.underWay]);
    await Promise.race([Promise.allSettled(underWay), new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
    for (const [id, one] of activeRuns) {
      letGo(id, one);
      await Promise.allSettled(one.underWay);
      await runLeases.drop(one.lease);
    }
  }

  function emitTrouble(message: string, thrown: unknown): void {
    emit({ kind: "test-runs-troubled", level: "warn", message, facts: { error: messageOf(thrown) } });
  }
}
