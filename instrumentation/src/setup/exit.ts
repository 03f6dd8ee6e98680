import { isMainThread } from "node:worker_threads";
import type { Delivery } from "./delivery.ts";

/**
 * Delivers what is left when the process ends by itself, by `process.exit` or by a signal, and changes neither
 * whether nor how it ends: its exit code, and the signal that it died of, stay the same.
 */
export function flushOnExit(delivery: Delivery, exitMs: number, endOpenCalls: () => void): void {
  let hasGivenUp = false;

  async function flush(): Promise<void> {
    endOpenCalls();
    // Timers and sockets of the delivery keep nothing alive, so that this one must.
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
  /** The application listens itself: its calls may go on, and it decides about its end. */
  readonly goesOn: () => void;
  readonly dies: () => Promise<void>;
}

/** A listener takes the default action away, so this one does it afterwards, unless the application listens itself. */
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
  // First, so that a listener that the application adds for one time is still counted.
  process.prependListener(signal, listener);
}
