import type { Comparison, RunConclusion, RunMetrics, TestRun } from "../../packages/api-client/src/api.ts";
import { isRegression } from "./comparison.ts";
import { percent } from "./print.ts";
import type { ReportedRow } from "./reported-rows.ts";

/** A test run as the SDKs report it to the command: one line of JSON each. */
export interface ReportedRun extends Pick<TestRun, "id" | "name" | "state"> {
  readonly model_metrics?: RunMetrics;
  /** The conclusion of the service; absent while the run has not ended. */
  readonly conclusion?: RunConclusion;
  readonly app_link: string;
  /** The first rows of the run, with what is wrong with each. */
  readonly rows?: readonly ReportedRow[];
  /** Present if a baseline was requested. */
  readonly comparison?:
    | (Pick<Comparison, "checks" | "changed"> & {
        readonly conclusion?: Comparison["conclusions"][number];
        readonly base: Pick<ReportedRun, "id" | "name" | "app_link" | "model_metrics">;
      })
    | { readonly missing: string };
}

/** What the command decides about all flows: its exit status 0 or 1. */
export interface Gate {
  readonly passed: boolean;
  readonly reason?: string;
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

/** Whether every run was compared with a baseline: a baseline that does not exist accepts no failed check. */
export const isCompared = (reports: readonly FlowReport[]): boolean =>
  reports.every(({ runs }) => runs.every(({ comparison }) => comparison !== undefined && "checks" in comparison));

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

/** Returns why a run does not hold against the baseline although no check became worse: something was not compared. */
function uncomparedIn({ name, comparison }: ReportedRun): readonly string[] {
  if (!comparison || "missing" in comparison || !comparison.conclusion || comparison.conclusion.passed) return [];
  return [`the run ${name}: ${comparison.conclusion.reasons.map(({ text }) => text).join("; ")}`];
}

/**
 * Returns what is wrong with a run apart from failed verdicts, which thresholds may accept: it did not finish, rows
 * had no response, or a check judged nothing.
 */
export function troubleOf({ state, conclusion }: ReportedRun): string | undefined {
  if (!conclusion) return `it is ${state}`;
  const reasons = conclusion.reasons.filter(({ kind }) => kind !== "failed");
  return reasons.length === 0 ? undefined : reasons.map(({ text }) => text).join("; ");
}

/** Returns why a flow has no result: it failed, or it made no run. */
export function flowFailure({ failure, runs }: FlowReport): string | undefined {
  return failure ?? (runs.length === 0 ? "it made no test run" : undefined);
}

export const shownRows = 10;

/** Returns the rows of a run that failed. */
export const failingRows = ({ rows = [] }: ReportedRun): readonly ReportedRow[] =>
  rows.filter(({ problems }) => problems.length > 0);

/** Whether a flow ended and the service's conclusion of each of its runs is that it passed. */
export const hasPassed = (report: FlowReport): boolean =>
  flowFailure(report) === undefined && report.runs.every(({ conclusion }) => conclusion?.passed === true);

/**
 * Returns why the flows fail, or undefined: a flow that failed or made no run, a run in trouble, a check
 * significantly worse than in the baseline, or a pass rate under the threshold.
 */
export function whyNotGood(reports: readonly FlowReport[], failUnder: number): string | undefined {
  for (const report of reports) {
    const failure = flowFailure(report);
    if (failure !== undefined) return `the flow ${report.flow} failed: ${failure.split("\n")[0] ?? ""}`;
  }
  const [problem] = reports.flatMap(({ runs }) =>
    runs.flatMap((run) => {
      const trouble = troubleOf(run);
      return trouble === undefined ? [] : [`the run ${run.name}: ${trouble}`];
    }),
  );
  if (problem !== undefined) return problem;
  const regressions = regressionsOf(reports);
  if (regressions.length > 0) return `significantly worse than the baseline: ${regressions.join(", ")}`;
  const [uncompared] = reports.flatMap(({ runs }) => runs.flatMap(uncomparedIn));
  if (uncompared !== undefined) return uncompared;
  const rate = passRate(reports);
  if (rate === undefined || rate >= failUnder) return undefined;
  return `${percent(rate)} of the checks passed, less than ${percent(failUnder)}`;
}
