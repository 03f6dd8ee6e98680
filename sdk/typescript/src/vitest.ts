import { AssertionError } from "node:assert";
import type { RunReason, TestRun } from "./types.ts";

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

/** Returns the reasons of the service's conclusion, without those that the thresholds accept. */
function complaintsAbout(run: TestRun, wanted: Wanted): readonly string[] {
  const { min_pass_rate: least = 1, min_pass_rates: single = {}, max_errors: errors = 0 } = wanted;
  if (!run.conclusion) return [`it is ${run.state}: wait for its end`];
  const known = new Set((run.model_metrics?.checks ?? []).map(({ check }) => check));
  return [
    ...run.conclusion.reasons.filter((reason) => !isAccepted(reason)).map(textOf),
    ...Object.keys(single).flatMap((name) => (known.has(name) ? [] : [`${name}: the run has no such check`])),
  ];

  function isAccepted({ kind, rows, of, check = "" }: RunReason): boolean {
    if (kind === "no_answer") return rows <= errors;
    return kind === "failed" && (of - rows) / of >= (single[check] ?? least);
  }

  function textOf({ kind, rows, of, check = "", text }: RunReason): string {
    if (kind !== "failed") return text;
    return `${text} (${percent((of - rows) / of)} passed, ${percent(single[check] ?? least)} wanted)`;
  }
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

const messageOf = (run: TestRun, complaints: readonly string[]) =>
  [
    `the test run ${run.name} is not good enough:`,
    ...complaints.map((line) => `  ${line}`),
    `See ${run.app_link}`,
  ].join("\n");
