import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../platform/failure.ts";
import { type RetryOptions, retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { WriteBatch, WriteBatchStore } from "../../storage/index.ts";
import type { TraceOutcome } from "../batches/batch-result.ts";
import type { EvaluateBatch, Summaries } from "../batches/evaluate-batch.ts";
import type { StoreBatch } from "../batches/store-batch.ts";
import type { TakenTrace } from "./taken-trace.ts";

interface Dependencies {
  readonly writeBatches: Pick<WriteBatchStore, "create">;
  readonly evaluation: EvaluateBatch;
  readonly storeBatch: Pick<StoreBatch, "whole">;
  readonly telemetry: Pick<Telemetry, "emit">;
  readonly signal: AbortSignal;
  readonly again: (batchId: string, stage: string) => RetryOptions;
}

/**
 * The result of assembling traces again. The batches are saved and, except for failed ones, stored; the caller
 * completes them after raising the findings.
 */
export interface Reconciled {
  readonly outcomes: readonly TraceOutcome[];
  readonly batches: readonly WriteBatch[];
  /** By key, why parts of traces are still stored separately. */
  readonly unsettled: ReadonlyMap<string, string>;
}

/** Two processes that keep conflicting on a trace give up after this many rounds, or this many failed ones. */
const [maxRounds, maxFailures] = [8, 2];
const firstPauseMs = 100;
const longestPause = 5;

/**
 * Assembles traces again if another process stored a part concurrently, until the row with the highest version has
 * read all others (optimistic concurrency control). The other process detects it too; a random pause decides which
 * one does the work. A trace that cannot be stored is found by halving.
 */
export function createReconcile({ writeBatches, evaluation, storeBatch, telemetry, signal, again }: Dependencies) {
  return async (traces: readonly TakenTrace[]): Promise<Reconciled> => {
    const outcomes: TraceOutcome[] = [];
    const batches: WriteBatch[] = [];
    let unsettled = traces;
    let reasons = new Map<string, string>();
    let failures = 0;
    for (let round = 0; round < maxRounds && failures < maxFailures; round++) {
      reasons = new Map();
      await attempt(() => findUnsettled(round), unsettled);
      if (unsettled.length === 0) break;
      if (reasons.size > 0) failures++;
    }
    const reason = (key: string) => reasons.get(key) ?? "several processes keep receiving parts of it";
    return { outcomes, batches, unsettled: new Map(unsettled.map(({ key }) => [key, reason(key)])) };

    /** A settled trace is not checked again: a process that stores a later part checks it itself. */
    async function findUnsettled(round: number): Promise<void> {
      unsettled = unsettledOf(unsettled, await evaluation.summariesOf(unsettled));
      if (unsettled.length === 0) return;
      const pauseMs = Math.random() * firstPauseMs * 2 ** Math.min(round, longestPause);
      await sleep(pauseMs, undefined, { signal, ref: false });
      const summaries = await evaluation.summariesOf(unsettled);
      unsettled = unsettledOf(unsettled, summaries);
      for (const portion of evaluation.portions(unsettled, summaries)) await storeInHalves(portion, summaries);
    }

    async function storeInHalves(portion: readonly TakenTrace[], summaries: Summaries): Promise<void> {
      const isStored = await attempt(() => storeAgain(portion, summaries), portion);
      const middle = portion.length >>> 1;
      if (isStored || middle === 0) return;
      await storeInHalves(portion.slice(0, middle), summaries);
      await storeInHalves(portion.slice(middle), summaries);
    }

    async function attempt(act: () => Promise<void>, on: readonly TakenTrace[]): Promise<boolean> {
      for (const { key } of on) reasons.delete(key);
      try {
        await act();
        return true;
      } catch (thrown) {
        if (signal.aborted) throw thrown;
        for (const { key } of on) reasons.set(key, messageOf(thrown));
        return false;
      }
    }

    async function storeAgain(portion: readonly TakenTrace[], summaries: Summaries): Promise<void> {
      const batch: WriteBatch = { id: randomUUID(), members: [] };
      // Failed batches are included: their files are removed with the others.
      batches.push(batch);
      const retries = again(batch.id, "save");
      await using file = await retrying(() => writeBatches.create(batch), retries);
      const result = await evaluation.evaluate(batch.id, portion, { summaries, file, again: retries });
      await retrying(() => file.save(), retries);
      await storeBatch.whole(result);
      outcomes.push(...result.outcomes);
      telemetry.emit({
        kind: "traces-reconciled",
        level: "debug",
        count: portion.length,
        message: "traces of which several processes stored parts were assembled again",
      });
    }
  };
}

const unsettledOf = (traces: readonly TakenTrace[], summaries: Summaries) =>
  traces.filter(({ key }) => summaries.get(key)?.isSettled === false);
