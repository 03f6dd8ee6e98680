import { setTimeout as pause } from "node:timers/promises";

interface Needs {
  /** The engine's address: asked before every ping. */
  readonly url: () => string;
  /** Milliseconds between pings, after which one is given up, and of silence after which the engine is given up. */
  readonly everyMs?: number;
  readonly timeoutMs?: number;
  readonly silentMs?: number;
  /** The first ping in vain after an answer, and the first answer after that. */
  readonly onSilent: () => void;
  readonly onAnswer: () => void;
  /** Called once: the watchdog has stopped. */
  readonly onGivenUp: (silentMs: number) => void;
}

const leastMisses = 3;

/**
 * Pings an engine's HTTP port until it has been silent for half a minute. A ping is answered without running a query, so
 * that slow queries and a busy disk do not count. Several pings must have failed: when this process itself was suspended,
 * time has passed and the engine is well. Returns what stops it.
 */
export function watch(needs: Needs): () => void {
  const { url, everyMs = 5000, timeoutMs = 10_000, silentMs = 30_000, onSilent, onAnswer, onGivenUp } = needs;
  const stopped = new AbortController();
  void run();
  return () => stopped.abort();

  async function run(): Promise<void> {
    let answeredAt = performance.now();
    let misses = 0;
    while (!stopped.signal.aborted) {
      await pause(everyMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      const isAnswered = await ping();
      if (stopped.signal.aborted) return;
      const silent = performance.now() - answeredAt;
      if (isAnswered) {
        if (misses > 0) onAnswer();
        answeredAt = performance.now();
        misses = 0;
      } else if (++misses === 1) onSilent();
      if (misses >= leastMisses && silent >= silentMs) {
        stopped.abort();
        onGivenUp(silent);
      }
    }
  }

  /** Whatever the answer is: an engine that refuses is one that answers. */
  async function ping(): Promise<boolean> {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped.signal]);
      const answer = await fetch(`${url()}/ping`, { signal });
      await answer.arrayBuffer();
      return true;
    } catch {
      return false;
    }
  }
}
