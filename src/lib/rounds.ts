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
}

/** Work that is done again and again, one round at a time. It keeps no process alive. */
export function createRounds({ work, onFailure, everyMs }: Needs): Rounds {
  let timer: NodeJS.Timeout | undefined;
  let round: Promise<void> | undefined;
  let isStopped = false;
  return {
    start() {
      timer = setInterval(wake, everyMs);
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
    try {
      await work();
    } catch (thrown) {
      onFailure(thrown);
    }
  }
}
