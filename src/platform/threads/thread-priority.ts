import { readlinkSync } from "node:fs";
import { constants, getPriority, setPriority } from "node:os";

/**
 * Lowers the operating system's priority of the calling thread, and of those that it starts, by some nice levels (5: a
 * third of another's share of a busy processor). Only Linux has priorities of threads; elsewhere nothing changes.
 */
export function lowerThreadPriority(levels: number): void {
  if (process.platform !== "linux" || levels === 0) return;
  try {
    const thread = Number(readlinkSync("/proc/thread-self").split("/").at(-1));
    setPriority(thread, Math.min(constants.priority.PRIORITY_LOW, getPriority(thread) + levels));
  } catch {
    // Without /proc, or where a sandbox forbids it, threads share the processor equally.
  }
}
