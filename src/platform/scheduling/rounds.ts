export interface Rounds {
  readonly start: () => void;
  /** Begins a round now, unless one goes on. */
  readonly wake: () => void;
  /** Begins none any more, and waits for the one that goes on. */
  readonly stop: () => Promise<void>;
}

interface Needs {
  readonly work: () => Promise<unknown>;
  readonly onFailure: (thrown: unknown) => void;
  readonly everyMs: number;
  /** Of all time, at most: after a round that took long, some are left out. Default: 1. */
  readonly share?: number;
}

/** Work that is done again and again, one round at a time. It keeps no process alive. */
export function createRounds({ work, onFailure, everyMs, share = 1 }: Needs): Rounds {
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
