import { AssertionError } from "node:assert";
import type { CheckSummary, RunMetrics, TestRun } from "./types.ts";

export interface Wanted {
  /** Minimum share of judged rows that each check passes, 0 to 1; default: 1. */
  readonly min_pass_rate?: number;
  /** The same for single checks, by name. */
  readonly min_pass_rates?: Readonly<Record<string, number>>;
  /** Maximum number of rows without a response; default: 0. */
  readonly max_errors?: number;
}

/** Throws an AssertionError that names the checks and the run's link, unless the run meets the thresholds. */
export function assert_run(run: TestRun, wanted: Wanted = {}): void {
  const complaints = complaintsAbout(run, wanted);
  if (complaints.length > 0)
    throw new AssertionError({ message: messageOf(run, complaints), stackStartFn: assert_run, operator: "assert_run" });
}

/** Matchers for `expect.extend(gaffe_matchers)`: then `expect(run).toBeGoodEnough({min_pass_rate: 0.95})`. */
export const gaffe_matchers = {
  toBeGoodEnough: (run: TestRun, wanted: Wanted = {}) => {
    const complaints = complaintsAbout(run, wanted);
    return {
      pass: complaints.length === 0,
      message: () =>
        complaints.length > 0
          ? messageOf(run, complaints)
          : `the test run ${run.name} is good enough\nSee ${run.app_link}`,
    };
  },
};

function complaintsAbout(run: TestRun, wanted: Wanted): readonly string[] {
  if (run.state !== "finished") return [`it is ${run.state}${run.failure === undefined ? "" : `: ${run.failure}`}`];
  const metrics = run.model_metrics;
  if (!metrics) return ["it has no metrics: run it with calculate_metrics: true"];
  const { min_pass_rate: least = 1, min_pass_rates: single = {}, max_errors: errors = 0 } = wanted;
  const known = new Set(metrics.checks.map(({ check }) => check));
  return [
    ...aboutErrors(metrics, errors),
    ...metrics.checks.flatMap((check) => aboutCheck(check, single[check.check] ?? least)),
    ...Object.keys(single).flatMap((name) => (known.has(name) ? [] : [`${name}: the run has no such check`])),
  ];
}

const aboutErrors = ({ rows, errors }: RunMetrics, most: number) =>
  errors > most ? [`${errors} of ${rows} rows had no answer of the model`] : [];

function aboutCheck({ check, passed, failed, broken }: CheckSummary, wanted: number): readonly string[] {
  const judged = passed + failed;
  const shares = `${percent(passed / judged)} passed, ${percent(wanted)} wanted`;
  return [
    ...(judged > 0 && passed / judged < wanted ? [`${check}: ${failed} of ${judged} failed (${shares})`] : []),
    ...(broken > 0 ? [`${check}: came to no verdict on ${broken} rows`] : []),
  ];
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const messageOf = (run: TestRun, complaints: readonly string[]) =>
  [
    `the test run ${run.name} is not good enough:`,
    ...complaints.map((line) => `  ${line}`),
    `See ${run.app_link}`,
  ].join("\n");
