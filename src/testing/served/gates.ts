import { setTimeout as sleep } from "node:timers/promises";

export interface Gate {
  /** Resolves when a call may be made; whoever enters must leave. Rejects when the signal is aborted. */
  enter(signal: AbortSignal): Promise<void>;
  leave(): void;
  /** The call went through: a little more at once from now on. */
  worked(): void;
  /** Too many at once: half as many, and none for that long. */
  slowDown(forMs: number): void;
}

/**
 * How many calls of a project one place gets at a time. It begins with as many as are asked for; being told that this is
 * too much halves it, going well raises it again by one for each round (additive increase, multiplicative decrease).
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
          // Whoever was woken for nothing wakes the next.
          waiting.shift()?.();
          throw signal.reason;
        }
        const closedMs = closedUntil - now();
        if (closedMs > 0) await sleep(closedMs, undefined, { signal });
        else if (inside < Math.max(1, Math.floor(limit))) break;
        else await place(signal);
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
      // Calls that were under way together are told together: that is one sign and not many.
      if (now() >= closedUntil) limit = Math.max(1, Math.floor(inside / 2));
      closedUntil = Math.max(closedUntil, now() + forMs);
    },
  };

  function place(signal: AbortSignal): Promise<void> {
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
