export interface Polling {
  readonly start: () => void;
  /** Polls immediately if idle; a running poll is not repeated. */
  readonly wake: () => void;
  /** Stops polling, and waits for the running poll. */
  readonly stop: () => Promise<void>;
}

/**
 * Polls repeatedly, each time after the milliseconds that the previous poll returned. Does not keep the process
 * alive.
 */
export function createPolling(poll: () => Promise<number>): Polling {
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
      turn = pollAndSchedule();
    }, afterMs);
    timer.unref();
  }

  async function pollAndSchedule(): Promise<void> {
    next(await poll());
  }
}
