import { messageOf } from "../../platform/failure.ts";
import type { TestRunId } from "../../platform/ids.ts";
import { retrying } from "../../platform/scheduling/retry.ts";
import { createRounds } from "../../platform/scheduling/rounds.ts";
import type { GaffeEvent } from "../../platform/telemetry/events.ts";
import type { ModelStore, RunCarriage, RunRowStore, TestRunStore } from "../ports/offline.ts";
import type { Settling } from "../runs/settle.ts";
import type { RowResult, RunRow, TestRun } from "../test-run.ts";
import { createConverse, type StopJudge } from "./converse.ts";
import type { GivenKeys } from "./places.ts";
import type { Prepare, Prepared } from "./prepare.ts";
import { createReporter } from "./reporter.ts";

interface Needs {
  readonly carriage: RunCarriage;
  readonly testRuns: Pick<TestRunStore, "move">;
  readonly runRows: RunRowStore;
  readonly models: Pick<ModelStore, "get">;
  readonly settling: Pick<Settling, "record">;
  readonly prepare: Prepare;
  readonly judge: StopJudge;
  readonly emit: (event: GaffeEvent) => void;
  /** Names this process among others. */
  readonly process: string;
  readonly now: () => number;
}

/** Makes the service's steps of runs. Of several processes one carries a run at a time. */
export interface RunCarrier {
  readonly process: string;
  /** Keys that came with a request for a run; they are known until the run is over or the process ends. */
  remember(run: TestRunId, keys: GivenKeys): void;
  /** There may be something to do, or a run was ended. */
  wake(): void;
  start(): void;
  /** Calls under way have a few seconds to come back; what is broken off is made again by who carries the run next. */
  stop(): Promise<void>;
}

/** What a process that carries a run must say again before it is over. */
export const carriedMs = 15_000;
const lookEveryMs = 1_000;
const sayAgainEveryMs = 4_000;
const endMs = 5_000;
/** The process that carries a run has its tries until it is done, or gone. */
const leasedMs = 7 * 86_400_000;

interface Carried {
  readonly run: TestRun;
  readonly broken: AbortController;
  readonly ready: Extract<Prepared, { kind: "ready" }>;
  readonly queue: RunRow[];
  readonly underWay: Set<Promise<void>>;
  readonly report: (row: RunRow, result: RowResult) => Promise<void>;
  saidAt: number;
  isPumping: boolean;
}

export function createRunCarrier(needs: Needs): RunCarrier {
  const { carriage, testRuns, runRows, models, settling, prepare, judge, emit, process, now } = needs;
  const carried = new Map<TestRunId, Carried>();
  const keys = new Map<TestRunId, GivenKeys>();
  const rounds = createRounds({
    work: look,
    onFailure: (thrown) => troubled("runs could not be looked for; it is tried again", thrown),
    everyMs: lookEveryMs,
  });
  let isStopping = false;
  return { process, remember: (run, given) => void keys.set(run, given), ...rounds, stop };

  async function look(): Promise<void> {
    const runs = await carriage.toCarry();
    const known = new Set(runs.map(({ id }) => id));
    for (const [id, one] of carried) {
      if (known.has(id)) continue;
      letGo(id, one);
      keys.delete(id);
    }
    for (const run of runs) await lookAt(run);
  }

  async function lookAt(run: TestRun): Promise<void> {
    const held = carried.get(run.id);
    if (held && now() - held.saidAt < sayAgainEveryMs) return void pump(held);
    const saidAt = now();
    const came = await carriage.carry(run.id, process, saidAt, saidAt + carriedMs);
    if (came === "others") return held && letGo(run.id, held);
    if (held) {
      held.saidAt = saidAt;
      return void pump(held);
    }
    // Whoever had tries of it before is gone, this process in an earlier life among them.
    await runRows.release(run.id, "service");
    const one = await begin(run, saidAt);
    if (!one || isStopping) return;
    carried.set(run.id, one);
    void pump(one);
  }

  async function begin(run: TestRun, saidAt: number): Promise<Carried | undefined> {
    const model = await models.get(run.projectId, run.modelId, run.modelVersion);
    const ready = model && (await prepare(run, model, keys.get(run.id) ?? new Map()));
    if (ready?.kind !== "ready") {
      const failure = ready
        ? `${ready.because}. Keys that came with the request are not kept over a restart: give them again to go on where it stopped (POST /test-runs/${run.id}/resume)`
        : "its model is gone";
      await testRuns.move(run.id, ["running"], { state: "failed", failure, endedAt: now() });
      await carriage.drop(run.id, process);
      return undefined;
    }
    const broken = new AbortController();
    const report = createReporter({
      keep: (reports) => runRows.report(run.id, reports),
      record: () => settling.record(run),
      signal: broken.signal,
      troubled,
    });
    return { run, broken, ready, queue: [], underWay: new Set(), report, saidAt, isPumping: false };
  }

  /** Keeps as many tries under way as the run wants at a time. */
  async function pump(one: Carried): Promise<void> {
    if (one.isPumping || isStopping) return;
    one.isPumping = true;
    try {
      const { run, queue, underWay } = one;
      // Taken in batches, so that a try costs less than a transaction of its own.
      if (queue.length < run.concurrency) {
        const time = { now: now(), until: now() + leasedMs };
        queue.push(...(await runRows.lease(run, "service", run.concurrency * 2 - queue.length, time)));
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
      troubled("tries of a run could not be taken; it is tried again", thrown);
    } finally {
      one.isPumping = false;
    }
  }

  function mayBegin({ broken }: Carried): boolean {
    return !broken.signal.aborted && !isStopping;
  }

  async function make(one: Carried, row: RunRow): Promise<void> {
    const { run, ready, broken, report } = one;
    const { signal } = broken;
    try {
      const result = await resultOf(row);
      if (result) await report(row, result);
    } catch (thrown) {
      if (signal.aborted) return;
      troubled("a try of a run ended in a defect", thrown);
      await report(row, { error: "the service failed; see its log", startedAt: now(), durationMs: 0 }).catch(
        () => undefined,
      );
    }

    function resultOf(tried: RunRow): Promise<RowResult | undefined> {
      const { target, driver } = ready;
      if (!run.simulation) {
        if (!target) throw new Error("a run of the user's own code has no steps of the service");
        return target.answer(tried, undefined, signal);
      }
      if (!driver) throw new Error("a simulation has no driver");
      const converse = createConverse({
        run,
        simulation: run.simulation,
        driver,
        ...(target ? { target } : {}),
        judge,
        keep: (kept, conversation, by) =>
          insisting(signal, () =>
            runRows.advance(run.id, kept, conversation, { by, until: by === "service" ? now() + leasedMs : 0 }),
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
      onFailure: (failure) => troubled("the records do not take what a try came to; it is tried again", failure),
    });
  }

  function letGo(id: TestRunId, one: Carried): void {
    one.broken.abort(new Error("the run is over"));
    carried.delete(id);
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await rounds.stop();
    const underWay = [...carried.values()].flatMap((one) => [...one.underWay]);
    await Promise.race([Promise.allSettled(underWay), new Promise((resolve) => setTimeout(resolve, endMs).unref())]);
    for (const [id, one] of carried) {
      letGo(id, one);
      await Promise.allSettled(one.underWay);
      await carriage.drop(id, process);
    }
  }

  function troubled(message: string, thrown: unknown): void {
    emit({ kind: "test-runs-troubled", level: "warn", message, facts: { error: messageOf(thrown) } });
  }
}
