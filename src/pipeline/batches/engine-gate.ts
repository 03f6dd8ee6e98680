import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { TableWriter } from "../../storage/index.ts";
import type { EngineCondition } from "../ports/pipeline-status.ts";

interface Dependencies {
  readonly writer: Pick<TableWriter, "probe">;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  readonly signal: AbortSignal;
  /** Called when the engine accepts rows again. */
  readonly onAvailable: () => void;
}

const firstWaitMs = 250;
const maxWaitMs = 3000;

/**
 * Tracks whether the engine accepts rows. After a failure one probe decides: if the engine accepts a trivial row,
 * the batch is at fault; otherwise all writes wait here until it does.
 */
export function createEngineGate({ writer, telemetry, now, signal, onAvailable }: Dependencies) {
  let condition: EngineCondition = { kind: "available" };
  let recovery: Promise<void> | undefined;

  return {
    condition: () => condition,
    /** Resolves when the engine accepts rows, immediately if no failure is known. Rejects on stop. */
    async pass(): Promise<void> {
      await recovery;
      signal.throwIfAborted();
    },
    blame,
  };

  /**
   * Decides whether the engine or the batch caused a failure. "engine" resolves once the engine accepts rows again,
   * so that the caller can retry.
   */
  async function blame(table: string, failure: unknown): Promise<"engine" | "batch"> {
    signal.throwIfAborted();
    if (recovery) {
      await recovery;
      return "engine";
    }
    const problem = await writer.probe(table);
    signal.throwIfAborted();
    if (!problem) return "batch";
    condition = { ...problem, since: now() };
    telemetry.emit({
      kind: "engine-unavailable",
      level: "warn",
      message: "ClickHouse takes no rows; accepted requests wait in the journal until it does",
      facts: { table, condition: problem.kind, reason: problem.reason, error: messageOf(failure) },
    });
    recovery ??= recovered(table).finally(() => (recovery = undefined));
    await recovery;
    return "engine";
  }

  async function recovered(table: string): Promise<void> {
    for (let waitMs = firstWaitMs; ; waitMs = Math.min(maxWaitMs, waitMs * 2)) {
      await sleep(waitMs, undefined, { signal, ref: false });
      const problem = await writer.probe(table);
      if (!problem) break;
      if (condition.kind !== "available") condition = { ...condition, ...problem };
    }
    condition = { kind: "available" };
    telemetry.emit({ kind: "engine-available", level: "info", message: "ClickHouse takes rows again" });
    onAvailable();
  }
}

export type EngineGate = ReturnType<typeof createEngineGate>;
