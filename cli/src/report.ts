import type { Comparison, RunMetrics, TestRun } from "../../packages/api-client/src/api.ts";
import { isRegression } from "./comparison.ts";
import { percent } from "./print.ts";

/** A test run as the SDKs report it to the command: one line of JSON each. */
export interface ReportedRun extends Pick<TestRun, "id" | "name" | "state" | "failure"> {
  readonly model_metrics?: RunMetrics;
  /** The error of the first row without a response. */
  readonly first_error?: string;
  readonly app_link: string;
  /** Present if a baseline was requested. */
  readonly comparison?:
    | (Pick<Comparison, "checks" | "changed"> & { readonly base: Pick<ReportedRun, "id" | "name" | "app_link"> })
    | { readonly missing: string };
}

/** The result of one flow. */
export interface FlowReport {
  readonly flow: string;
  readonly seconds: number;
  readonly runs: readonly ReportedRun[];
  /** Why the flow did not finish, with the last lines of its output. */
  readonly failure?: string;
}

/** Returns the share of verdicts that passed, over all checks of all runs; undefined without a verdict. */
export function passRate(reports: readonly FlowReport[]): number | undefined {
  const checks = reports.flatMap(({ runs }) => runs.flatMap(({ model_metrics: metrics }) => metrics?.checks ?? []));
  const passed = checks.reduce((sum, check) => sum + check.passed, 0);
  const judged = checks.reduce((sum, check) => sum + check.passed + check.failed, 0);
  return judged === 0 ? undefined : passed / judged;
}

/** Returns the checks that are significantly worse than in the baseline, as `run: check`. */
export function regressionsOf(reports: readonly FlowReport[]): readonly string[] {
  return reports.flatMap(({ runs }) =>
    runs.flatMap(({ name, comparison }) =>
      comparison && "checks" in comparison
        ? comparison.checks.filter(isRegression).map(({ check }) => `${name}: ${check}`)
        : [],
    ),
  );
}

/**
 * Returns what is wrong with a run apart from failed checks: it did not finish, rows had no response, or a
 * check was broken.
 */
export function troubleOf(run: ReportedRun): string | undefined {
  const { state, failure, model_metrics: metrics, first_error: error } = run;
  if (state !== "finished") return `it is ${state}${failure === undefined ? "" : `: ${failure}`}`;
  if (!metrics) return undefined;
  const why = error === undefined ? "" : `: ${error.split("\n")[0]}`;
  if (metrics.errors > 0) return `${metrics.errors} of ${metrics.rows} rows had no answer${why}`;
  const broken = metrics.checks.find((check) => check.broken > 0);
  return broken && `${broken.check} came to no verdict on ${broken.broken} of ${metrics.rows} rows`;
}

/**
 * Returns why the flows fail, or undefined: a failed flow, a failed run, a check significantly worse than in
 * the baseline, or a pass rate under the threshold.
 */
export function whyNotGood(reports: readonly FlowReport[], failUnder: number): string | undefined {
  const failed = reports.find(({ failure }) => failure !== undefined);
  if (failed) return `the flow ${failed.flow} failed: ${failed.failure?.split("\n")[0] ?? ""}`;
  const [problem] = reports.flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const trouble = troubleOf(run);
      return trouble === undefined ? [] : [`the run ${run.name}: ${trouble}`];
    }),
  );
  if (problem !== undefined) return problem;
  const regressions = regressionsOf(reports);
  if (regressions.length > 0) return `significantly worse than the baseline: ${regressions.join(", ")}`;
  const rate = passRate(reports);
  if (rate === undefined || rate >= failUnder) return undefined;
  return `${percent(rate)} of the checks passed, less than ${percent(failUnder)}`;
}
