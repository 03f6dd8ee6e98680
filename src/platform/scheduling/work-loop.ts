import { createPolling, type Polling } from "./polling.ts";

interface WorkLoopDependencies<Tag> {
  /** Claims leased work and passes it to `run`, which starts it without waiting. Returns how much it claimed. */
  readonly claim: (running: readonly Tag[], run: (tag: Tag, work: Promise<void>) => void) => Promise<number>;
  /** Renews the leases of running work; called before each claim of a poll. */
  readonly renew?: (running: readonly Tag[]) => Promise<void>;
  readonly prune: () => Promise<void>;
  readonly pruneEveryMs: number;
  /** Called when a poll fails; the next one waits five times as long. */
  readonly onUnreadable: (thrown: unknown) => void;
  /** Called when work fails without an outcome; it is reclaimed when its lease expires. */
  readonly onInterrupted: (thrown: unknown) => void;
  readonly everyMs: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export interface WorkLoop extends Polling {
  /** Resolves when the running work has ended. */
  readonly drain: () => Promise<void>;
  /** Runs everything that is due and resolves when it has ended. Returns how much that was. */
  readonly runDue: () => Promise<number>;
}

/** Polls for due work, runs it concurrently, and polls again as soon as some of it has ended. */
export function createWorkLoop<Tag>({
  claim,
  renew,
  prune,
  pruneEveryMs,
  onUnreadable,
  onInterrupted,
  everyMs,
  now,
}: WorkLoopDependencies<Tag>): WorkLoop {
  const running = new Map<Promise<void>, Tag>();
  const polling = createPolling(poll);
  let prunedAt = 0;
  return { ...polling, drain, runDue };

  async function poll(): Promise<number> {
    try {
      await renew?.([...running.values()]);
      const count = await claimWork();
      if (now() - prunedAt >= pruneEveryMs) {
        prunedAt = now();
        await prune();
      }
      return count > 0 ? 0 : everyMs;
    } catch (thrown) {
      onUnreadable(thrown);
      return everyMs * 5;
    }
  }

  function claimWork(): Promise<number> {
    return claim([...running.values()], (tag, work) => {
      const run: Promise<void> = work.catch(onInterrupted).finally(() => {
        running.delete(run);
        polling.wake();
      });
      running.set(run, tag);
    });
  }

  async function drain(): Promise<void> {
    await Promise.all(running.keys());
  }

  async function runDue(): Promise<number> {
    let total = 0;
    for (let count = await claimWork(); count > 0; count = await claimWork()) {
      total += count;
      await drain();
    }
    return total;
  }
}
