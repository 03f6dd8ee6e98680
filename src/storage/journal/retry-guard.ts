import type { JournalDatabase } from "./database.ts";

const retentionHours = 24;
const maxBodies = 1_000_000;

/** Detects a body that was appended in the last 24 hours. Bodies without a hash are never detected. */
export function createRetryGuard(bodies: JournalDatabase["bodies"]) {
  let lastSweptHour = 0;
  return {
    find(bodyHash: string, receivedAt: number): number | undefined {
      if (bodyHash === "") return undefined;
      const hour = hourOf(receivedAt);
      if (hour !== lastSweptHour) sweep(hour);
      for (let back = 0; back < retentionHours; back++) {
        const seq = bodies.get([hour - back, bodyHash]);
        if (seq !== undefined) return seq;
      }
      return undefined;
    },
    remember(bodyHash: string, receivedAt: number, seq: number): void {
      if (bodyHash !== "") bodies.putSync([hourOf(receivedAt), bodyHash], seq);
    },
    /** Resets the sweep after a failed transaction, which rolled it back. */
    resetSweep(): void {
      lastSweptHour = 0;
    },
  };

  /** Removes bodies older than a day, and the oldest hours above the limit. */
  function sweep(hour: number): void {
    lastSweptHour = hour;
    let first = hour - retentionHours + 1;
    while (first < hour && countFrom(first, hour) > maxBodies) first++;
    for (const key of Array.from(bodies.getKeys({ end: [first, ""] }))) bodies.removeSync(key);
  }

  function countFrom(fromHour: number, toHour: number): number {
    return bodies.getKeysCount({ start: [fromHour, ""], end: [toHour + 1, ""] });
  }
}

const hourOf = (receivedAt: number) => Math.floor(receivedAt / 3_600_000);
