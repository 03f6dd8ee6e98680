import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../lib/failure.ts";
import { type RetryOptions, retrying } from "../lib/retry.ts";
import type { WriteBatch, WriteBatchStore } from "../ports/journal.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { encodeResult, resultOf, type TraceOutcome } from "./batch-result.ts";
import type { EvaluateBatch, Summaries } from "./evaluate-batch.ts";
import type { StoreBatch } from "./store-batch.ts";
import type { TakenTrace } from "./taken-trace.ts";

interface Dependencies {
  readonly writeBatches: Pick<WriteBatchStore, "save">;
  readonly evaluation: EvaluateBatch;
  readonly storeBatch: Pick<StoreBatch, "whole">;
  readonly telemetry: Pick<Telemetry, "emit">;
  readonly signal: AbortSignal;
  /** How saving a write batch is retried. */
  readonly again: (batchId: string, stage: string) => RetryOptions;
}

/** What assembling traces again came to. The batches are saved and stored; the caller completes them after raising the findings. */
export interface Reconciled {
  readonly outcomes: readonly TraceOutcome[];
  readonly batches: readonly WriteBatch[];
}

/** Two processes that keep meeting at one trace give way to its next part after this many rounds. */
const maxRounds = 8;
const firstPauseMs = 100;
const longestPause = 5;

/**
 * Assembles traces again of which another process stored a part at the same time, until the row with the highest
 * version has read all others (optimistic concurrency control). The other process notices as well: the random pause
 * decides who does it.
 */
export function createReconcile({ writeBatches, evaluation, storeBatch, telemetry, signal, again }: Dependencies) {
  return async (traces: readonly TakenTrace[]): Promise<Reconciled> => {
    const reconciled = { outcomes: [] as TraceOutcome[], batches: [] as WriteBatch[] };
    let reason = "parts of them keep arriving at several processes";
    for (let round = 0; round < maxRounds; round++) {
      try {
        if ((await settle(traces, round, reconciled)) === "settled") return reconciled;
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        // The engine may refuse what it takes a second later.
        reason = messageOf(thrown);
        await pauseBefore(round);
      }
    }
    report(traces.length, reason);
    return reconciled;
  };

  async function settle(
    traces: readonly TakenTrace[],
    round: number,
    { outcomes, batches }: { readonly outcomes: TraceOutcome[]; readonly batches: WriteBatch[] },
  ): Promise<"settled" | "stored-again"> {
    const apart = unsettled(traces, await evaluation.summariesOf(traces));
    if (apart.length === 0) return "settled";
    await pauseBefore(round);
    const summaries = await evaluation.summariesOf(apart);
    for (const portion of evaluation.portions(unsettled(apart, summaries), summaries)) {
      const batch: WriteBatch = { id: randomUUID(), members: [] };
      // Also one that fails: the next round makes another, and its file goes.
      batches.push(batch);
      outcomes.push(...(await storeAgain(batch, portion, summaries)));
    }
    return "stored-again";
  }

  async function pauseBefore(round: number): Promise<void> {
    const pauseMs = Math.random() * firstPauseMs * 2 ** Math.min(round, longestPause);
    await sleep(pauseMs, undefined, { signal, ref: false });
  }

  async function storeAgain(batch: WriteBatch, traces: readonly TakenTrace[], summaries: Summaries) {
    const { head, tables } = await evaluation.evaluate(batch.id, traces, { summaries });
    const result = resultOf(head, tables);
    await retrying(() => writeBatches.save(batch, encodeResult(head, tables)), again(batch.id, "save"));
    await storeBatch.whole(batch.id, result);
    telemetry.emit({
      kind: "traces-reconciled",
      level: "debug",
      count: traces.length,
      message: "traces of which several processes stored parts were assembled again",
    });
    return result.outcomes;
  }

  function report(count: number, reason: string): void {
    const message = "traces were not assembled again; their next part does it";
    telemetry.emit({ kind: "traces-unsettled", level: "warn", count, message, facts: { reason } });
  }
}

const unsettled = (traces: readonly TakenTrace[], summaries: Summaries) =>
  traces.filter(({ key }) => summaries.get(key)?.isSettled === false);
