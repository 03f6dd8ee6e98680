import type { JudgeState } from "../ports/judges.ts";

export interface Breaker {
  state(): JudgeState;
  /** Whether a call may be made; the first after a pause is a trial, and others wait for it. */
  admits(): boolean;
  worked(): void;
  failed(because: string): void;
  /** The call was broken off by us: says nothing of the endpoint. */
  abandoned(): void;
}

const failuresToOpen = 5;
const firstPauseMs = 15_000;
const longestPauseMs = 300_000;

/** After five failures in a row nobody calls for 15 s, then one does; every failed trial doubles the pause, to 5 min. */
export function createBreaker(now: () => number): Breaker {
  let failures = 0;
  let pauses = 0;
  let openUntil = 0;
  let isTrying = false;
  let because = "";

  return {
    state() {
      if (openUntil === 0) return { kind: "closed" };
      return now() < openUntil ? { kind: "open", until: openUntil, because } : { kind: "trying", because };
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
      because = why;
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
