import { monitorEventLoopDelay } from "node:perf_hooks";

/** The monitor's sampling interval is part of each measurement. */
const resolutionMs = 10;
const windowMs = 30_000;
/** No call on the main thread may take longer. */
const longBlockMs = 50;

/**
 * Measures how long other work blocked the main thread, for any number of readers: the longest of the last 30 to 60
 * seconds. `longestBlockMs` is what clients notice, and includes the time in which other programs had the processor;
 * `longestBlockCpuMs` is the thread's own CPU time in one turn of the event loop, and `longBlocks` counts those over
 * 50 ms since the start (both 0 before Node 24).
 */
export function createEventLoopMonitor() {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  const before = { wallMs: 0, cpuMs: 0 };
  let cpuMs = 0;
  let longBlocks = 0;
  let usedMs = threadCpuMs();
  delay.enable();
  const sampling = setInterval(() => {
    const at = threadCpuMs();
    // The thread may have worked for the whole interval before the block.
    const block = at - usedMs - resolutionMs;
    cpuMs = Math.max(cpuMs, block);
    if (block > longBlockMs) longBlocks++;
    usedMs = at;
  }, resolutionMs);
  const turning = setInterval(() => {
    before.wallMs = longestWallMs();
    before.cpuMs = cpuMs;
    cpuMs = 0;
    delay.reset();
  }, windowMs);
  sampling.unref();
  turning.unref();
  return {
    longestBlockMs: () => Math.max(before.wallMs, longestWallMs()),
    longestBlockCpuMs: () => Math.max(before.cpuMs, cpuMs),
    longBlocks: () => longBlocks,
    stop() {
      clearInterval(sampling);
      clearInterval(turning);
      delay.disable();
    },
  };

  function longestWallMs(): number {
    return Math.max(0, delay.max / 1e6 - resolutionMs);
  }
}

function threadCpuMs(): number {
  if (!("threadCpuUsage" in process)) return 0;
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
