import type { JobStore } from "../../checks/ports/jobs.ts";
import type { Finding } from "../../issues/issue.ts";
import type { Retracted } from "../../issues/stages/raise.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import { retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { stationRetries } from "../station-retries.ts";
import type { BatchBoard } from "./batch-board.ts";
import type { TraceOutcome } from "./batch-result.ts";
import type { EngineGate } from "./engine-gate.ts";

interface Dependencies {
  /** Slow checks are left here; they run once their datapoints are stored. */
  readonly jobs: Pick<JobStore, "add" | "withdraw">;
  /** Called when there are new jobs. */
  readonly jobsAdded: () => void;
  /** Stage "update issues". */
  readonly raise: (findings: readonly Finding[], retracted: readonly Retracted[]) => Promise<void>;
  /** Decides whose fault a failed read of the store is. */
  readonly gate: EngineGate;
  readonly board: BatchBoard;
  readonly telemetry: Telemetry;
  readonly now: () => number;
  readonly signal: AbortSignal;
}

const readAttempts = 5;

/**
 * Stage "update issues", and the jobs of slow checks, for traces whose rows are stored. While the records are away it
 * waits; what they refuse of one trace is told apart by halves, and comes back with the reason by the trace's key.
 */
export function createFinishBatch(dependencies: Dependencies) {
  const { jobs, jobsAdded, raise, gate, board, telemetry, now, signal } = dependencies;

  return async (batchId: string, outcomes: readonly TraceOutcome[]): Promise<ReadonlyMap<string, string>> => {
    const reasons = new Map<string, string>();
    const stored = outcomes.filter(
      ({ findings, retracted, orders, withdrawn }) =>
        findings.length + retracted.length + orders.length + withdrawn.length > 0,
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

    /** Jobs come after the rows, because a job reads its datapoint from them. */
    async function finish(some: readonly TraceOutcome[]): Promise<void> {
      const withdrawn = some.flatMap((one) => one.withdrawn.map((each) => ({ ...each, projectId: one.projectId })));
      if (withdrawn.length > 0) await retrying(() => jobs.withdraw(withdrawn, now()), again("jobs"));
      const orders = some.flatMap((one) => one.orders);
      if (orders.length > 0) {
        await retrying(() => jobs.add(orders, now()), again("jobs"));
        jobsAdded();
      }
      const findings = some.flatMap((one) => one.findings);
      const retracted = some.flatMap(({ projectId, retracted: ids }) => ids.map((issueId) => ({ projectId, issueId })));
      let failedReads = 0;
      const act = () =>
        raise(findings, retracted).catch(async (thrown: unknown) => {
          // Thresholds are counted in the store. A count that fails although the engine is well fails for good.
          const isRead = thrown instanceof Failure && "doing" in thrown.facts;
          if (isRead && (await gate.blame("findings", thrown)) === "batch" && ++failedReads === readAttempts)
            throw new Failure("defect", thrown.message, thrown.facts, thrown);
          throw thrown;
        });
      await retrying(act, again("raise"));
    }

    function again(stage: string) {
      const options = stationRetries({ telemetry, signal }, stage, `the records did not answer; ${stage} is retried`);
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
