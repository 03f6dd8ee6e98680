export interface Polling {
  readonly start: () => void;
  /** Looks at once where it waits; a look that goes on is not repeated. */
  readonly wake: () => void;
  /** Looks no more, and waits for the look that goes on. */
  readonly stop: () => Promise<void>;
}

/** Looks again and again, each time after as many milliseconds as the look before said. It keeps no process alive. */
export function createPolling(look: () => Promise<number>): Polling {
  let timer: NodeJS.Timeout | undefined;
  let turn: Promise<void> = Promise.resolve();
  let isStopped = true;
  let isWaiting = false;
  return {
    start() {
      isStopped = false;
      next(0);
    },
    wake() {
      if (isWaiting) next(0);
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await turn;
    },
  };

  function next(afterMs: number): void {
    if (isStopped) return;
    clearTimeout(timer);
    isWaiting = true;
    timer = setTimeout(() => {
      isWaiting = false;
      turn = lookAndNext();
    }, afterMs);
    timer.unref();
  }

  async function lookAndNext(): Promise<void> {
    next(await look());
  }
}
