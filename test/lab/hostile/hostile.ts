import { percentile } from "../ledger.ts";
import type { Row } from "../row.ts";
import { type HostileWindow, runHostile } from "./hostile-run.ts";

const windowSeconds = 10;

/**
 * The p99 of a window is one of a few slow moments of the machine, so medians of several windows are compared. A burst of
 * a thousand connections fills one turn of the event loop with many short calls, so one window without a long turn
 * suffices: a call that is too long recurs in every window.
 */
export const hostile: Row = {
  promise:
    "next to attackers of every kind, good senders lose nothing, their p99 is at most 3 times as long, and no call on the main thread takes more than 50 ms",
  async run({ seed, seconds, log }) {
    const pairs = Math.max(3, Math.round(seconds / (2 * windowSeconds)));
    const more = (windows: readonly HostileWindow[]) => windows.length < pairs;
    const { windows, outcomes, ...findings } = await runHostile({ seed, windowSeconds, more, log });
    const median = (of: (window: HostileWindow) => number) => percentile(windows.map(of), 0.5);
    const calmP99Ms = median((window) => window.calmP99Ms);
    const attackedP99Ms = median((window) => window.attackedP99Ms);
    const longBlocks = windows.reduce((sum, window) => sum + window.longBlocks, 0);
    const isNeverHeld = windows.some((window) => window.longBlocks === 0);
    const { acknowledged, lost, duplicated, changed, dropped } = findings;
    const isWhole = acknowledged > 0 && lost + duplicated + changed + dropped === 0;
    return {
      passed: isWhole && attackedP99Ms <= 3 * calmP99Ms && isNeverHeld,
      metrics: { ...findings, calmP99Ms, attackedP99Ms, longBlocks, outcomes: JSON.stringify(outcomes) },
    };
  },
};
