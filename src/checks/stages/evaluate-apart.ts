import type { Datapoint, Verdict } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";
import type { RunOptions } from "../../platform/threads/thread-pool.ts";
import type { SlowRequest } from "../jobs/job.ts";
import type { CheckRequest } from "./check.ts";
import { type UnfinishedCheck, unfinishedCheckOf, withUnfinished } from "./unfinished-checks.ts";

/** Checks to run on one datapoint outside of the pipeline: code checks now, asynchronous ones as requests of jobs. */
export interface ApartRequest {
  readonly datapoint: Datapoint;
  readonly requests: readonly CheckRequest[];
  readonly slowRequests?: readonly CheckRequest[];
  readonly expected?: Json | undefined;
}

/** A task of the thread that evaluates such requests. */
export interface ApartTask extends ApartRequest {
  readonly kind: "apart";
  readonly unfinished: readonly UnfinishedCheck[];
}

export interface ApartResult {
  readonly verdicts: readonly Verdict[];
  readonly ordered: { readonly verdicts: readonly Verdict[]; readonly slow: readonly SlowRequest[] };
}

/**
 * Evaluates on a thread that is ended when a check does not finish; the verdict of that check is `broken`. Projects
 * take turns. Rejects with Failure("defect") if something else ends the thread.
 */
export type EvaluateApart = (project: ProjectId, request: ApartRequest) => Promise<ApartResult>;

export function createEvaluateApart(run: (task: unknown, options: RunOptions) => Promise<unknown>): EvaluateApart {
  return async (project, request) => {
    if (request.requests.length === 0 && (request.slowRequests?.length ?? 0) === 0) return nothing;
    let unfinished: readonly UnfinishedCheck[] = [];
    for (;;) {
      try {
        const task: ApartTask = { kind: "apart", ...request, unfinished };
        return (await run(task, { tenant: project, cost: taskCost })) as ApartResult;
      } catch (thrown) {
        const ended = unfinishedCheckOf(thrown);
        if (!ended || unfinished.some(({ check }) => check === ended.check)) throw thrown;
        unfinished = withUnfinished(unfinished, ended);
      }
    }
  };
}

const nothing: ApartResult = { verdicts: [], ordered: { verdicts: [], slow: [] } };

/** A whole turn of the pool, because the sizes of texts say little about the cost of checks. */
const taskCost = 64 * 1024;
