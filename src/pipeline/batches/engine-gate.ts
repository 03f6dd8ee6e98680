import { setTimeout as sleep } from "node:timers/promises";
import { messageOf } from "../../platform/failure.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Keeper } from "../ports/kept.ts";
import type { EngineCondition } from "../ports/pipeline-status.ts";

interface Dependencies {
  readonly keeper: Pick<Keeper, "probe">;
  readonly telemetry: Pick<Telemetry, "emit">;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  /** Called when the engine takes rows again. */
  readonly onAvailable: () => void;
}

const firstWaitMs = 250;
const maxWaitMs = 3000;

/**
 * Knows whether the engine takes rows. After a failure one probe decides: where the engine takes a trivial row, the
 * batch is at fault; where it does not, everybody waits here until it does.
 */
export function createEngineGate({ keeper, telemetry, now, signal, onAvailable }: Dependencies) {
  let condition: EngineCondition = { kind: "available" };
  let recovery: Promise<void> | undefined;

  return {
    condition: () => condition,
    /** Resolves when the engine takes rows; immediately while nothing is known to be wrong. Rejects on stop. */
    async pass(): Promise<void> {
      await recovery;
      signal.throwIfAborted();
    },
    blame,
  };

  /** Whose fault a failure is. "engine": resolves once the engine takes rows again, so that the caller tries again. */
  async function blame(table: string, failure: unknown): Promise<"engine" | "batch"> {
    signal.throwIfAborted();
    if (recovery) {
      await recovery;
      return "engine";
    }
    const problem = await keeper.probe(table);
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
      const problem = await keeper.probe(table);
      if (!problem) break;
      if (condition.kind !== "available") condition = { ...condition, ...problem };
    }
    condition = { kind: "available" };
    telemetry.emit({ kind: "engine-available", level: "info", message: "ClickHouse takes rows again" });
    onAvailable();
  }
}

export type EngineGate = ReturnType<typeof createEngineGate>;
