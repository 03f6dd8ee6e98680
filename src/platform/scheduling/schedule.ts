import { setImmediate as nextTurn } from "node:timers/promises";

export interface Schedule {
  /** Starts the first round after `everyMs`. */
  readonly start: () => void;
  /** Starts a round now, unless one is running or the schedule isn't started. */
  readonly wake: () => void;
  /** Starts no more rounds, and waits for the running one. */
  readonly stop: () => Promise<void>;
}

interface ScheduleOptions {
  /** Resolves with "again" if more work is due, so that the next round follows immediately. */
  readonly work: () => Promise<unknown>;
  readonly onFailure: (thrown: unknown) => void;
  readonly everyMs: number;
  /** Minimum pause after a failed round. */
  readonly failureMs?: number;
  /** Maximum share of time spent in rounds: after a long round, some are skipped. Default: 1. */
  readonly share?: number;
}

/** Repeats work in rounds, one at a time. Does not keep the process alive. */
export function createSchedule({ work, onFailure, everyMs, failureMs = 0, share = 1 }: ScheduleOptions): Schedule {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isStarted = false;
  /** On the clock of `performance`. */
  let restsUntil = 0;
  return {
    start() {
      isStarted = true;
      timer = setInterval(() => {
        if (performance.now() >= restsUntil) wake();
      }, everyMs);
      timer.unref();
    },
    wake,
    async stop() {
      isStarted = false;
      clearInterval(timer);
      await round;
    },
  };

  function wake(): void {
    if (!isStarted) return;
    round ??= runRound().finally(() => {
      round = undefined;
    });
  }

  async function runRound(): Promise<void> {
    const from = performance.now();
    let pauseMs = 0;
    try {
      while ((await work()) === "again") {
        // Work on an embedded database may resolve without leaving the event loop's turn.
        await nextTurn();
        if (!isStarted) break;
      }
    } catch (thrown) {
      onFailure(thrown);
      pauseMs = failureMs;
    }
    const end = performance.now();
    restsUntil = end + Math.max(pauseMs, (end - from) * (1 / share - 1));
  }
}
