import { monitorEventLoopDelay } from "node:perf_hooks";

/** The monitor's sampling interval is part of each measurement. */
const resolutionMs = 10;
const windowMs = 30_000;

/**
 * Measures how long other work blocked the main thread. `longestBlockMs` is the longest of the last 30 to 60
 * seconds, for any number of readers.
 */
export function createEventLoopMonitor() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  let before = 0;
  delay.enable();
  const turning = setInterval(() => {
    before = longest();
    delay.reset();
  }, windowMs);
  turning.unref();
  return {
    longestBlockMs: () => Math.max(before, longest()),
    stop() {
      clearInterval(turning);
      delay.disable();
    },
  };

  function longest(): number {
    return Math.max(0, delay.max / 1e6 - resolutionMs);
  }
}
