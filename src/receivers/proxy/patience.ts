/** What may wait for an upstream, and is asked in turn whether it has waited too long. */
export interface Patient {
  /** Another sweep has passed; what has heard nothing for too many of them gives up. */
  sweep(everyMs: number): void;
  /** The process is about to end: it gives up at once. */
  interrupt(): void;
}

export interface Patience {
  add(patient: Patient): void;
  delete(patient: Patient): void;
  interrupt(): void;
  close(): void;
}

/**
 * One timer for all calls under way. Two for each, as undici sets them, cost more than its headers, and a provider's
 * silence need not be known to the millisecond: it may last a quarter, and never more than a second, longer.
 */
export function createPatience(shortestMs: number): Patience {
  const patients = new Set<Patient>();
  const everyMs = Math.min(1_000, shortestMs / 4);
  const timer = setInterval(() => {
    for (const patient of patients) patient.sweep(everyMs);
  }, everyMs).unref();
  return {
    add: (patient) => void patients.add(patient),
    delete: (patient) => void patients.delete(patient),
    interrupt: () => patients.forEach((patient) => patient.interrupt()),
    close: () => clearInterval(timer),
  };
}
