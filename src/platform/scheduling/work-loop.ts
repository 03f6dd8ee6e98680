import { createSchedule, type Schedule } from "./schedule.ts";

interface WorkLoopDependencies<Tag> {
  /** Claims leased work and passes it to `run`, which does not wait for it. Returns how much it claimed. */
  readonly claim: (running: readonly Tag[], run: (tag: Tag, work: Promise<void>) => void) => Promise<number>;
  readonly prune: () => Promise<unknown>;
  readonly pruneEveryMs: number;
  /** Called when a poll fails; the next one waits five times as long. */
  readonly onUnreadable: (thrown: unknown) => void;
  /** Called when work fails without an outcome; it is reclaimed when its lease expires. */
  readonly onInterrupted: (thrown: unknown) => void;
  readonly everyMs: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** `stop` also waits for the running work; work that a crash interrupts is reclaimed when its lease expires. */
export interface WorkLoop extends Schedule {
  /** Runs everything that is due and resolves when it has ended. Returns how much that was. */
  readonly runDue: () => Promise<number>;
}

/** Polls for due work, runs it concurrently, and polls again as soon as some of it has ended. */
export function createWorkLoop<Tag>(dependencies: WorkLoopDependencies<Tag>): WorkLoop {
  const { claim, prune, pruneEveryMs, onUnreadable, onInterrupted, everyMs, now } = dependencies;
  const running = new Map<Promise<void>, Tag>();
  const schedule = createSchedule({ work: poll, onFailure: onUnreadable, everyMs, failureMs: everyMs * 5 });
  let prunedAt = 0;
  return {
    ...schedule,
    start() {
      schedule.start();
      schedule.wake();
    },
    async stop() {
      await schedule.stop();
      await Promise.all(running.keys());
    },
    async runDue() {
      let total = 0;
      for (let count = await claimWork(); count > 0; count = await claimWork()) {
        total += count;
        await Promise.all(running.keys());
      }
      return total;
    },
  };

  async function poll(): Promise<"again" | undefined> {
    const count = await claimWork();
    if (now() - prunedAt >= pruneEveryMs) {
      prunedAt = now();
      await prune();
    }
    return count > 0 ? "again" : undefined;
  }

  function claimWork(): Promise<number> {
    return claim([...running.values()], (tag, work) => {
      const run: Promise<void> = work.catch(onInterrupted).finally(() => {
        running.delete(run);
        schedule.wake();
      });
      running.set(run, tag);
    });
  }
}
