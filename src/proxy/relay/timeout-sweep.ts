import { createSlots } from "../../platform/scheduling/slots.ts";

/** A call that waits for an upstream and is checked regularly for a timeout. */
export interface TimeoutTarget {
  /** Counts a sweep; after too many without data, the call is ended. */
  sweep(everyMs: number): void;
  /** Ends the call immediately, because the process ends. */
  interrupt(): void;
}

export interface TimeoutSweep {
  /** Returns the slot to leave. */
  enter(target: TimeoutTarget): number;
  leave(slot: number): void;
  interrupt(): void;
  close(): void;
}

/**
 * One timer for all calls in progress. Two per call, as undici sets them, cost more than its headers, and timeouts
 * need not be exact: one may last a quarter, and never more than a second, longer.
 */
export function createTimeoutSweep(shortestMs: number): TimeoutSweep {
  const patients = createSlots<TimeoutTarget>();
  const everyMs = Math.min(1_000, shortestMs / 4);
  const timer = setInterval(() => {
    for (const target of patients.all()) target.sweep(everyMs);
  }, everyMs).unref();
  return {
    enter: patients.add,
    leave: (slot) => void patients.take(slot),
    interrupt: () => patients.all().forEach((target) => target.interrupt()),
    close: () => clearInterval(timer),
  };
}
