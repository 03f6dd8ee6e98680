import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../platform/failure.ts";
import type { Telemetry } from "../platform/telemetry/telemetry.ts";

const repeatMs = 5000;

/** Tracks running work of the pipeline, which is repeated until it is done or the service stops. */
export function createRunning({ emit }: Pick<Telemetry, "emit">) {
  const running = new Set<Promise<void>>();
  const stopping = new AbortController();
  return { launch, untilDone, reportLeft, isStopping: () => stopping.signal.aborted, settled, stop };

  function launch(task: () => Promise<void>): void {
    const run: Promise<void> = task()
      .catch(reportLeft)
      .finally(() => running.delete(run));
    running.add(run);
  }

  /** Repeats a task that fails unexpectedly, so that no batch waits for a restart. Every step is idempotent. */
  async function untilDone(task: () => Promise<void>): Promise<void> {
    for (;;) {
      try {
        return await task();
      } catch (thrown) {
        if (stopping.signal.aborted) throw thrown;
        const message = "a write batch failed unexpectedly; the failed step is repeated";
        emit({ kind: "batches-failed", level: "error", message, facts: { error: messageOf(thrown) } });
        await sleep(repeatMs, undefined, { signal: stopping.signal, ref: false });
      }
    }
  }

  function reportLeft(thrown: unknown): void {
    emit({
      kind: "batches-left",
      level: "warn",
      message: "a write batch was not finished before the stop; it is resumed at the next start",
      facts: { error: messageOf(thrown) },
    });
  }

  /** Resolves when the work that is running now has ended. */
  async function settled(): Promise<void> {
    await Promise.allSettled(running);
  }

  /** Stops repeating tasks; resolves when all have ended. */
  async function stop(): Promise<void> {
    stopping.abort();
    while (running.size > 0) await settled();
  }
}
