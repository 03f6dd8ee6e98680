import type { JudgeState } from "../ports/judges.ts";

export interface Breaker {
  state(): JudgeState;
  /** Returns whether a call may be made. The first call after a pause is a trial; others wait for its result. */
  admits(): boolean;
  worked(): void;
  failed(reason: string): void;
  /** Gaffe canceled the call, which says nothing about the endpoint. */
  abandoned(): void;
}

const failuresToOpen = 5;
const firstPauseMs = 15_000;
const longestPauseMs = 300_000;

/**
 * Creates a circuit breaker: after five failures in a row it pauses calls for 15 s, then admits one trial.
 * Every failed trial doubles the pause, up to 5 min.
 */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let pauses = 0;
  let openUntil = 0;
  let isTrying = false;
  let reason = "";

  return {
    state() {
      if (openUntil === 0) return { kind: "closed" };
      return now() < openUntil ? { kind: "open", until: openUntil, reason } : { kind: "trying", reason };
    },
    admits() {
      if (openUntil === 0) return true;
      if (now() < openUntil || isTrying) return false;
      isTrying = true;
      return true;
    },
    worked() {
      failures = pauses = openUntil = 0;
      isTrying = false;
    },
    failed(why) {
      reason = why;
      failures++;
      if (!isTrying && failures < failuresToOpen) return;
      isTrying = false;
      openUntil = now() + Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(pauses++, 10));
    },
    abandoned() {
      isTrying = false;
    },
  };
}
