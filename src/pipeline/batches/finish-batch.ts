import type { JobStore } from "../../checks/index.ts";
import type { Finding, Retracted } from "../../issues/index.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import { retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { stageRetries } from "../stage-retries.ts";
import type { BatchBoard } from "./batch-board.ts";
import type { TraceOutcome } from "./batch-result.ts";
import type { EngineGate } from "./engine-gate.ts";
import type { StoreTopical } from "./store-topical.ts";

interface Dependencies {
  /** Receives the evaluation jobs of asynchronous checks; they run once their datapoints are stored. */
  readonly jobs: Pick<JobStore, "add" | "withdraw">;
  readonly jobsAdded: () => void;
  readonly storeTopical: StoreTopical;
  /** Stage "update issues". */
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
  /** Decides whether the engine or the read caused a failed read of the store. */
  readonly gate: EngineGate;
  readonly board: BatchBoard;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const readAttempts = 5;

/**
 * Creates the stage "update issues", which also adds evaluation jobs, for traces whose rows are stored. It waits
 * while the records are unavailable. What they reject is split in halves down to single traces, and returned as
 * reasons by trace key.
 */
export function createFinishBatch(dependencies: Dependencies) {
  const { jobs, jobsAdded, storeTopical, raise, gate, board, telemetry, now, signal } = dependencies;

  return async (batchId: string, outcomes: readonly TraceOutcome[]): Promise<ReadonlyMap<string, string>> => {
    const reasons = new Map<string, string>();
    const stored = outcomes.filter(
      ({ findings, retracted, orders, superseded }) =>
        findings.length + retracted.length + orders.length + superseded.length > 0,
    );
    await halves(stored);
    return reasons;

    async function halves(some: readonly TraceOutcome[]): Promise<void> {
      try {
        await finish(some);
      } catch (thrown) {
        if (signal.aborted || (thrown instanceof Failure && thrown.blame === "dependency")) throw thrown;
        const [only] = some;
        if (some.length > 1) {
          const middle = some.length >>> 1;
          await halves(some.slice(0, middle));
          await halves(some.slice(middle));
        } else if (only) reasons.set(only.key, `its issues could not be updated: ${messageOf(thrown)}`);
      }
    }

    /** Jobs are added after the rows because a job reads its datapoint from them. */
    async function finish(some: readonly TraceOutcome[]): Promise<void> {
      const superseded = some.flatMap((one) => one.superseded.map((each) => ({ ...each, projectId: one.projectId })));
      if (superseded.length > 0) await retrying(() => jobs.withdraw(superseded, now()), again("jobs"));
      const orders = some.flatMap((one) => one.orders);
      if (orders.length > 0) {
        await retrying(() => jobs.add(orders, now()), again("jobs"));
        jobsAdded();
      }
      const findings = await retrying(() => storeTopical(some.map((one) => one.findings)), again("topics"));
      const retracted = some.flatMap(({ projectId, retracted: ids }) => ids.map((issueId) => ({ projectId, issueId })));
      let failedReads = 0;
      const act = () =>
        raise(findings, retracted).catch(async (thrown: unknown) => {
          // Thresholds are counted in the store. A count that fails while the engine is available fails permanently.
          const isRead = thrown instanceof Failure && "doing" in thrown.facts;
          if (isRead && (await gate.blame("findings", thrown)) === "batch" && ++failedReads === readAttempts)
            throw new Failure("defect", thrown.message, thrown.facts, thrown);
          throw thrown;
        });
      await retrying(act, again("raise"));
    }

    function again(stage: string) {
      const options = stageRetries({ telemetry, signal }, stage, `the records did not answer; ${stage} is retried`);
      return {
        ...options,
        onFailure: (failure: Failure, failures: number) => {
          board.fail(batchId, failure.message);
          options.onFailure(failure, failures);
        },
      };
    }
  };
}
