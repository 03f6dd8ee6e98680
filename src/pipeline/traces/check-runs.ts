import { setTimeout as sleep } from "node:timers/promises";
import type { CheckRunStore, SampleReader } from "../../checks/ports/custom-checks.ts";
import type { CheckRun, RunItem } from "../../checks/verdicts/check-run.ts";
import { messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { ExamineSlice } from "./run-slice.ts";

interface Needs {
  readonly runs: Pick<CheckRunStore, "claim" | "items" | "advance">;
  readonly samples: Pick<SampleReader, "tally">;
  readonly examine: ExamineSlice;
  readonly emit: Telemetry["emit"];
  /** Unix milliseconds. */
  readonly now: () => number;
  /** How often runs of other processes are looked for; five seconds unless told. */
  readonly everyMs?: number;
}

export interface CheckRunStation {
  start(): void;
  /** A run was asked for: it is taken up at once. */
  wake(): void;
  stop(): Promise<void>;
}

const leaseMs = 30_000;
const sliceItems = 50;
/** Slow checks that a run may have waiting: the jobs of others come in between. */
const waitingAtMost = 200;
const lookAgainMs = 1000;

/**
 * Works through runs of checks over what is stored, one at a time, in slices. What was examined is written down after each, so another process
 * goes on where this one ended; a slice that is examined twice gives the same rows.
 */
export function createCheckRuns({ runs, samples, examine, emit, now, everyMs = 5000 }: Needs): CheckRunStation {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isBusy = false;

  return {
    start: () => next(0),
    wake() {
      if (!isBusy) next(0);
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await turn;
    },
  };

  function next(afterMs: number): void {
    if (stopping.signal.aborted) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      turn = takeTurn();
    }, afterMs);
    timer.unref();
  }

  async function takeTurn(): Promise<void> {
    isBusy = true;
    const found = await round();
    isBusy = false;
    next(found ? 0 : everyMs);
  }

  async function round(): Promise<boolean> {
    try {
      const claimed = await runs.claim(now(), leaseMs);
      if (!claimed) return false;
      await work(claimed.run, claimed.epoch);
      return true;
    } catch (thrown) {
      emit({
        kind: "check-runs-interrupted",
        level: "warn",
        message: "a run of checks could not go on; it is taken up again",
        facts: { error: messageOf(thrown) },
      });
      return false;
    }
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
      // Another process, or this one after its next start, goes on at once.
      if (stopping.signal.aborted) await runs.advance(run, epoch, 0);
    }
  }

  /** False when the run is no longer ours. */
  async function untilFewWait(run: CheckRun, examined: readonly RunItem[], epoch: number): Promise<boolean> {
    const names = run.checks.map(({ check }) => check);
    while (!stopping.signal.aborted) {
      const tally = await samples.tally(run.projectId, examined.slice(-2000), names);
      const waiting = tally.filter(({ state }) => state === "queued" || state === "running");
      if (waiting.reduce((sum, { count }) => sum + count, 0) <= waitingAtMost) return true;
      await sleep(lookAgainMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!(await runs.advance(run, epoch, now() + leaseMs))) return false;
    }
    return true;
  }
}
