import { createSlots } from "../../platform/scheduling/slots.ts";

/** What may wait for an upstream, and is asked in turn whether it has waited too long. */
export interface Patient {
  /** Another sweep has passed; what has heard nothing for too many of them gives up. */
  sweep(everyMs: number): void;
  /** The process is about to end: it gives up at once. */
  interrupt(): void;
}

export interface Patience {
  /** Gives the place to leave again. */
  enter(patient: Patient): number;
  leave(place: number): void;
  interrupt(): void;
  close(): void;
}

/**
 * One timer for all calls under way. Two for each, as undici sets them, cost more than its headers, and a provider's
 * silence need not be known to the millisecond: it may last a quarter, and never more than a second, longer.
 */
export function createPatience(shortestMs: number): Patience {
  const patients = createSlots<Patient>();
  const everyMs = Math.min(1_000, shortestMs / 4);
  const timer = setInterval(() => {
    for (const patient of patients.all()) patient.sweep(everyMs);
  }, everyMs).unref();
  return {
    enter: patients.add,
    leave: (place) => void patients.take(place),
    interrupt: () => patients.all().forEach((patient) => patient.interrupt()),
    close: () => clearInterval(timer),
  };
}
