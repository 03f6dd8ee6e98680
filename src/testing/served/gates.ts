import { setTimeout as sleep } from "node:timers/promises";

export interface Gate {
  /**
   * Resolves when a call may be made; every entry must be followed by one leave. Rejects if the signal is
   * aborted.
   */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** Reports success; raises the concurrency slightly. */
  worked(): void;
  /** Reports rate limiting: halves the concurrency and pauses calls for that time. */
  slowDown(forMs: number): void;
}

/**
 * Limits a project's concurrent calls to one host by additive increase, multiplicative decrease: starts at the
 * requested concurrency, halves when rate limited, and grows by one per successful round.
 */
export function createGate(now: () => number, most: number): Gate {
  const waiting: (() => void)[] = [];
  let limit = most;
  let inside = 0;
  let closedUntil = 0;

  return {
    async enter(signal) {
      for (;;) {
        if (signal.aborted) {
          // A waiter that was woken without a free slot wakes the next.
          waiting.shift()?.();
          throw signal.reason;
        }
        const closedMs = closedUntil - now();
        if (closedMs > 0) await sleep(closedMs, undefined, { signal });
        else if (inside < Math.max(1, Math.floor(limit))) break;
        else await waitForSlot(signal);
      }
      inside++;
    },
    leave() {
      inside--;
      waiting.shift()?.();
    },
    worked() {
      limit = Math.min(most, limit + 1 / limit);
      waiting.shift()?.();
    },
    slowDown(forMs) {
      // Concurrent calls are usually rate limited together; that counts as one signal.
      if (now() >= closedUntil) limit = Math.max(1, Math.floor(inside / 2));
      closedUntil = Math.max(closedUntil, now() + forMs);
    },
  };

  function waitForSlot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        signal.removeEventListener("abort", go);
        resolve();
      };
      signal.addEventListener("abort", go, { once: true });
      waiting.push(go);
    });
  }
}
