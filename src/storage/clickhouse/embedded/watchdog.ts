import { setTimeout as pause } from "node:timers/promises";

interface WatchdogDependencies {
  /** Returns the engine's address; called before every ping. */
  readonly url: () => string;
  /** Milliseconds: interval of pings, timeout of a ping, and silence after which the engine is given up. */
  readonly everyMs?: number;
  readonly timeoutMs?: number;
  readonly silentMs?: number;
  /** Called at the first failed ping after a response, and at the first response after that. */
  readonly onSilent: () => void;
  readonly onAnswer: () => void;
  /** Called once, when the watchdog has stopped. */
  readonly onGivenUp: (silentMs: number) => void;
}

const leastMisses = 3;

/**
 * Pings an engine's HTTP port until it has been silent for half a minute. A ping runs no query, so slow queries and
 * a busy disk do not count. Several pings must fail: if this process itself was suspended, time has passed although
 * the engine is healthy. Returns a function that stops it.
 */
export function watch(dependencies: WatchdogDependencies): () => void {
  const { url, everyMs = 5000, timeoutMs = 10_000, silentMs = 30_000, onSilent, onAnswer, onGivenUp } = dependencies;
  const stopped = new AbortController();
  void run();
  return () => stopped.abort();

  async function run(): Promise<void> {
    let respondedAt = performance.now();
    let misses = 0;
    while (!stopped.signal.aborted) {
      await pause(everyMs, undefined, { ref: false, signal: stopped.signal }).catch(() => {});
      if (stopped.signal.aborted) return;
      const hasResponded = await ping();
      if (stopped.signal.aborted) return;
      const silent = performance.now() - respondedAt;
      if (hasResponded) {
        if (misses > 0) onAnswer();
        respondedAt = performance.now();
        misses = 0;
      } else if (++misses === 1) onSilent();
      if (misses >= leastMisses && silent >= silentMs) {
        stopped.abort();
        onGivenUp(silent);
      }
    }
  }

  /** Any response counts: an engine that rejects requests still responds. */
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
