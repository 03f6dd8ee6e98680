import { AssertionError } from "node:assert";
import { refuseUnknown } from "./options.ts";
import type { RunReason, TestRun } from "./types.ts";

export interface Thresholds {
  /** Minimum share of judged rows that each check passes, 0 to 1; default: 1. */
  readonly minPassRate?: number;
  /** The same for single checks, by name. */
  readonly minPassRates?: Readonly<Record<string, number>>;
  /** Maximum number of rows without a response; default: 0. */
  readonly maxErrors?: number;
}

/** What an assertion reads of a run. */
export type AnyRun = Pick<TestRun, "name" | "state" | "conclusion" | "metrics" | "appLink">;

/** Throws an AssertionError that names the checks and the run's link, unless the run meets the thresholds. */
export function assertRun(run: AnyRun, thresholds: Thresholds = {}): void {
  const complaints = complaintsAbout(run, thresholds);
  if (complaints.length > 0)
    throw new AssertionError({ message: messageOf(run, complaints), stackStartFn: assertRun, operator: "assertRun" });
}

/** Returns the reasons of the service's conclusion, without those that the thresholds accept. */
export function complaintsAbout(run: AnyRun, thresholds: Thresholds): readonly string[] {
  refuseUnknown("an assertion on a run", thresholds, { minPassRate: true, minPassRates: true, maxErrors: true });
  const { minPassRate: least = 1, minPassRates: single = {}, maxErrors: errors = 0 } = thresholds;
  if (!run.conclusion) return [`it is ${run.state}: wait for its end`];
  const known = new Set((run.metrics?.checks ?? []).map(({ check }) => check));
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

export const messageOf = (run: AnyRun, complaints: readonly string[]) =>
  [`the test run ${run.name} is not good enough:`, ...complaints.map((line) => `  ${line}`), `See ${run.appLink}`].join(
    "\n",
  );
