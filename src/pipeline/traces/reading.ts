import { setTimeout as sleep } from "node:timers/promises";
import type { EngineGate } from "../batches/engine-gate.ts";

interface Dependencies {
  readonly gate: EngineGate;
  readonly signal: AbortSignal;
}

/** Number of attempts for a read that an available engine rejects: it may have been busy. */
const attempts = 3;
const pauseMs = 300;

/**
 * Creates the pipeline's reads of the store: they wait while the engine is unavailable, and reject if the read is
 * at fault.
 */
export function createReading({ gate, signal }: Dependencies) {
  return async <Result>(table: string, read: () => Promise<Result>): Promise<Result> => {
    for (let failures = 0; ; ) {
      await gate.pass();
      try {
        return await read();
      } catch (thrown) {
        if ((await gate.blame(table, thrown)) === "engine") continue;
        if (++failures === attempts) throw thrown;
        await sleep(pauseMs * failures, undefined, { signal, ref: false });
      }
    }
  };
}
