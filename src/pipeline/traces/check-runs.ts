import { setTimeout as sleep } from "node:timers/promises";
import type { CheckRun, CheckRunStore, RunItem, SampleReader } from "../../checks/index.ts";
import { messageOf } from "../../platform/failure.ts";
import { createSchedule, type Schedule } from "../../platform/scheduling/schedule.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ExamineSlice } from "./run-slice.ts";

interface CheckRunDependencies {
  readonly runs: Pick<CheckRunStore, "claim" | "items" | "advance">;
  readonly samples: Pick<SampleReader, "tally">;
  readonly examine: ExamineSlice;
  readonly emit: Telemetry["emit"];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Interval at which runs of other processes are polled, milliseconds; the default is five seconds. */
  readonly everyMs?: number;
}

const leaseMs = 30_000;
const sliceItems = 50;
/** Maximum number of evaluation jobs of a run that wait, so that other jobs run in between. */
const waitingAtMost = 200;
const recheckMs = 1000;

/**
 * Runs checks over stored data, one run at a time, in slices. Progress is saved after each slice, so that another
 * process can resume; evaluating a slice twice gives the same rows.
 */
export function createCheckRuns({ runs, samples, examine, emit, now, everyMs = 5000 }: CheckRunDependencies): Schedule {
  const stopping = new AbortController();
  const schedule = createSchedule({ work: round, onFailure: report, everyMs });
  return {
    ...schedule,
    start() {
      schedule.start();
      schedule.wake();
    },
    stop() {
      stopping.abort();
      return schedule.stop();
    },
  };

  async function round(): Promise<"again" | undefined> {
    const claimed = await runs.claim(now(), leaseMs);
    if (!claimed) return undefined;
    await work(claimed.run, claimed.epoch);
    return "again";
  }

  function report(thrown: unknown): void {
    emit({
      kind: "check-runs-interrupted",
      level: "warn",
      message: "a run of checks failed; Gaffe resumes it",
      facts: { error: messageOf(thrown) },
    });
  }

  async function work(claimed: CheckRun, epoch: number): Promise<void> {
    const items = await runs.items(claimed.projectId, claimed.id);
    const at = (examined: number, state: CheckRun["state"] = "running"): CheckRun =>
      Object.assign({}, claimed, { examined, state, updatedAt: now() });
    for (let from = claimed.examined; !stopping.signal.aborted; from += sliceItems) {
      const slice = items.slice(from, from + sliceItems);
      if (slice.length > 0) await examine(at(from), slice);
      const run = at(from + slice.length, from + slice.length >= items.length ? "done" : "running");
      if (!(await runs.advance(run, epoch, now() + leaseMs)) || run.state === "done") return;
      if (!(await untilFewWait(run, items.slice(0, run.examined), epoch))) return;
      // Another process, or this one after a restart, can resume immediately.
      if (stopping.signal.aborted) await runs.advance(run, epoch, 0);
    }
  }

  /** Returns false when this process no longer owns the run. */
  async function untilFewWait(run: CheckRun, examined: readonly RunItem[], epoch: number): Promise<boolean> {
    const names = run.checks.map(({ check }) => check);
    while (!stopping.signal.aborted) {
      const tally = await samples.tally(run.projectId, examined.slice(-2000), names);
      const waiting = tally.filter(({ state }) => state === "queued" || state === "running");
      if (waiting.reduce((sum, { count }) => sum + count, 0) <= waitingAtMost) return true;
      await sleep(recheckMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!(await runs.advance(run, epoch, now() + leaseMs))) return false;
    }
    return true;
  }
}
