import { createSchedule } from "../platform/scheduling/schedule.ts";

interface Dependencies {
  /** The clock that all processes share, Unix milliseconds. */
  readonly read: () => Promise<number>;
  /** This process's clock, Unix milliseconds. */
  readonly now: () => number;
  readonly everyMs: number;
}

/**
 * Follows a shared clock by its offset from this process's clock, so that rows of several processes are ordered by
 * one clock. While the shared clock cannot be read, the last known offset applies.
 */
export function createSharedClock({ read, now, everyMs }: Dependencies) {
  let offsetMs = 0;
  const schedule = createSchedule({ work: refresh, onFailure: () => undefined, everyMs });
  schedule.start();
  return { now: () => now() + offsetMs, refresh, stop: schedule.stop };

  async function refresh(): Promise<void> {
    const before = now();
    const shared = await read();
    const middle = (before + now()) / 2;
    if (Number.isFinite(shared)) offsetMs = shared - middle;
  }
}
