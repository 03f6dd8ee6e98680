import { isMainThread } from "node:worker_threads";
import type { Delivery } from "./delivery.ts";

/**
 * Delivers the remaining spans when the process ends naturally, by `process.exit` or by a signal. It never changes
 * whether or how the process ends: the exit code and the fatal signal stay the same.
 */
export function flushOnExit(delivery: Delivery, exitMs: number, endOpenCalls: () => void): void {
  let hasGivenUp = false;

  async function flush(): Promise<void> {
    endOpenCalls();
    // The delivery's timers and sockets are unreferenced, so this timer keeps the process alive.
    const stop = new AbortController();
    const deadline = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, exitMs);
      stop.signal.addEventListener("abort", () => clearTimeout(timer));
    });
    await Promise.race([delivery.shutdown(), deadline]);
    stop.abort();
    hasGivenUp = !delivery.isIdle();
  }

  process.on("beforeExit", () => {
    if (!hasGivenUp && !delivery.isIdle()) void flush();
  });
  process.on("exit", () => {
    endOpenCalls();
    if (!hasGivenUp) delivery.flushSync();
  });
  if (!isMainThread) return;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    onSignal(signal, { goesOn: () => void delivery.forceFlush(), dies: flush });
  }
}

interface Reactions {
  /** Called when the application handles the signal itself: it decides whether the process ends. */
  readonly goesOn: () => void;
  readonly dies: () => Promise<void>;
}

/**
 * Adding a listener disables the signal's default action, so this listener performs it, unless the application
 * listens itself.
 */
function onSignal(signal: NodeJS.Signals, { goesOn, dies }: Reactions): void {
  let isDying = false;
  const listener = () => {
    if (process.listenerCount(signal) > 1) {
      goesOn();
      return;
    }
    if (isDying) die();
    isDying = true;
    void dies().finally(die);
  };
  function die(): void {
    process.removeListener(signal, listener);
    process.kill(process.pid, signal);
  }
  // Prepended, so that a one-time listener of the application is still counted.
  process.prependListener(signal, listener);
}
