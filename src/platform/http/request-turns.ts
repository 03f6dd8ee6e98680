import { createFairQueue } from "../scheduling/fair-queue.ts";

/** Takes work on a request whose headers are read, for a client; it runs soon. */
export type RequestTurns = (client: string, begin: () => void) => void;

/** How long requests may begin in one turn of the event loop, milliseconds; a small one costs a tenth of one. */
const defaultTurnMs = 4;

/**
 * Spreads requests over turns of the event loop, and clients take turns: one read of a socket may hold hundreds of small
 * requests, and what a flood does for each would otherwise run before anything else on the thread.
 */
export function createRequestTurns(turnMs = defaultTurnMs, now: () => number = () => performance.now()): RequestTurns {
  const waiting = createFairQueue<() => void>(1);
  let isRunning = false;
  /** When the first request of the current turn began. */
  let turnStartedAt: number | undefined;

  return (client, begin) => {
    waiting.push(client, begin, 1);
    if (isRunning) return;
    isRunning = true;
    queueMicrotask(next);
  };

  /** Each request begins in a separate microtask, so that what the one before it has put off is counted, too. */
  function next(): void {
    if (waiting.length() === 0) {
      isRunning = false;
    } else if (isTurnOver()) {
      setImmediate(next);
    } else {
      queueMicrotask(next);
      waiting.shift()?.();
    }
  }

  function isTurnOver(): boolean {
    if (turnStartedAt === undefined) {
      turnStartedAt = now();
      setImmediate(() => (turnStartedAt = undefined));
    }
    return now() - turnStartedAt > turnMs;
  }
}
