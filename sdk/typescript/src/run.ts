import type * as api from "../../../packages/api-client/src/api.ts";
import type { CheckSummary, TestRun } from "./types.ts";

/** Returns a run as the API has it, with the metrics that follow from others. */
export function runOf<Input = never, Result = never, Output = never>(run: api.TestRun): TestRun<Input, Result, Output> {
  const { progress, metrics, ...rest } = run;
  return {
    ...rest,
    progress: { ...progress, total: progress.waiting + progress.leased + progress.done },
    ended: rest.state !== "running" && rest.state !== "evaluating",
    ...(metrics ? { metrics: { ...metrics, checks: metrics.checks.map(withPassRate) } } : {}),
  };
}

function withPassRate(check: api.CheckSummary): CheckSummary {
  const judged = check.passed + check.failed;
  return judged === 0 ? check : { ...check, passRate: check.passed / judged };
}
