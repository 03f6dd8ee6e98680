export interface Rounds {
  readonly start: () => void;
  /** Starts a round now, unless one is running. */
  readonly wake: () => void;
  /** Starts no more rounds, and waits for the running one. */
  readonly stop: () => Promise<void>;
}

interface RoundsDependencies {
  readonly work: () => Promise<unknown>;
  readonly onFailure: (thrown: unknown) => void;
  readonly everyMs: number;
  /** Maximum share of time spent in rounds: after a long round, some are skipped. Default: 1. */
  readonly share?: number;
}

/** Repeats work in rounds, one at a time. Does not keep the process alive. */
export function createRounds({ work, onFailure, everyMs, share = 1 }: RoundsDependencies): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isStopped = false;
  /** On the clock of `performance`. */
  let restsUntil = 0;
  return {
    start() {
      timer = setInterval(() => {
        if (performance.now() >= restsUntil) wake();
      }, everyMs);
      timer.unref();
    },
    wake,
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await round;
    },
  };

  function wake(): void {
    if (isStopped) return;
    round ??= once().finally(() => {
      round = undefined;
    });
  }

  async function once(): Promise<void> {
    const from = performance.now();
    try {
      await work();
    } catch (thrown) {
      onFailure(thrown);
    }
    const end = performance.now();
    restsUntil = end + (end - from) * (1 / share - 1);
  }
}
