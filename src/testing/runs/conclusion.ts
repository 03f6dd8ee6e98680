import { isLacking } from "../../checks/service.ts";
import type { CheckSummary, RunMetrics, TestRun } from "../test-run.ts";

export const runReasonKinds = [
  "not_finished",
  "no_rows",
  "nothing_judged",
  "no_answer",
  "no_verdict",
  "lacking",
  "broken",
  "failed",
] as const;

/** One reason why a run has not passed. A caller that accepts some failures ignores reasons by these numbers. */
export interface RunReason {
  readonly kind: (typeof runReasonKinds)[number];
  readonly check?: string;
  /** Rows that the reason is about, of `of`; for `failed`, of the rows with a verdict. */
  readonly rows: number;
  readonly of: number;
  readonly text: string;
}

/** Whether a run may gate a release: every row answered, every check with a verdict, and all of them passed. */
export interface RunConclusion {
  readonly passed: boolean;
  readonly headline: string;
  readonly reasons: readonly RunReason[];
}

type ConcludedRun = Pick<TestRun, "state" | "failure" | "metrics" | "checks" | "type">;

/** Draws the conclusion of a run that has ended; undefined before. The only place that decides this. */
export function conclusionOf(run: ConcludedRun): RunConclusion | undefined {
  const { state, failure, metrics } = run;
  if (state === "running" || state === "evaluating") return undefined;
  const isFinished = state === "finished" && metrics !== undefined;
  const unfinished: RunReason = {
    kind: "not_finished",
    rows: 0,
    of: 0,
    text: `it is ${state}${failure === undefined ? "" : `: ${failure}`}`,
  };
  const reasons = isFinished ? reasonsOf(run, metrics) : [unfinished];
  const [first] = reasons;
  if (first) return { passed: false, headline: headlineOf(first, reasons.length - 1), reasons };
  return { passed: true, headline: `passed: ${countOf(metrics?.rows ?? 0, "row")}, ${checksText(run)}`, reasons };
}

function reasonsOf(run: ConcludedRun, metrics: RunMetrics): readonly RunReason[] {
  const { rows, errors, checks, firstError } = metrics;
  if (rows === 0) return [{ kind: "no_rows", rows: 0, of: 0, text: "it has no rows" }];
  const reasons: RunReason[] = [];
  if (errors > 0) {
    const why = firstError === undefined ? "" : `: ${firstError}`;
    reasons.push({ kind: "no_answer", rows: errors, of: rows, text: `${errors} of ${rows} rows had no answer${why}` });
  }
  if (checks.length === 0 && !hasJudgedMetric(metrics))
    reasons.push({ kind: "nothing_judged", rows, of: rows, text: "no row was judged: the run has no checks" });
  const allowed = new Set(run.checks.flatMap(({ check, allowSkipped }) => (allowSkipped ? [check] : [])));
  for (const summary of checks) reasons.push(...aboutCheck(summary, allowed.has(summary.check)));
  // All checks may be skipped by name, but then nothing has been decided.
  if (checks.length > 0 && checks.every(({ passed, failed }) => passed + failed === 0) && reasons.length === 0)
    reasons.push({ kind: "nothing_judged", rows, of: rows, text: "no row was judged: every check was skipped" });
  return reasons;
}

function aboutCheck(summary: CheckSummary, isAllowedSkipped: boolean): readonly RunReason[] {
  const { check, passed, failed, skipped, broken, lacking = 0, withoutVerdict = [] } = summary;
  const judged = passed + failed;
  const of = judged + skipped + broken;
  const why = (wanted: (each: (typeof withoutVerdict)[number]) => boolean) => {
    const found = withoutVerdict.find(wanted);
    return found ? `: ${found.reason}` : "";
  };
  const reasons: RunReason[] = [];
  if (broken > 0) {
    const text = `${check} came to no verdict on ${broken} of ${of} rows${why(({ state }) => state === "broken")}`;
    reasons.push({ kind: "broken", check, rows: broken, of, text });
  }
  if (judged === 0 && broken === 0 && !isAllowedSkipped) {
    const text = of === 0 ? `${check} was not run` : `${check} judged none of ${of} rows${why(() => true)}`;
    reasons.push({ kind: "no_verdict", check, rows: skipped, of, text });
  } else if (lacking > 0 && !isAllowedSkipped) {
    const text = `${check} did not judge ${lacking} of ${of} rows${why(({ reason }) => isLacking(reason))}`;
    reasons.push({ kind: "lacking", check, rows: lacking, of, text });
  }
  if (failed > 0)
    reasons.push({ kind: "failed", check, rows: failed, of: judged, text: `${check}: ${failed} of ${judged} failed` });
  return reasons;
}

/** Whether the metrics of the run's type say something about a row; those of a conversation only count turns. */
function hasJudgedMetric({ rows, withoutExpected = 0, ...metrics }: RunMetrics): boolean {
  const { classification, retrieval = [], trajectories, invariance } = metrics;
  if (classification || retrieval.length > 0) return rows > withoutExpected;
  return (trajectories?.rows ?? 0) > 0 || (invariance?.seeds ?? 0) > 0;
}

const headlineOf = ({ text }: RunReason, more: number) =>
  more === 0 ? `failed: ${text}` : `failed: ${text}, and ${countOf(more, "more reason")}`;

const checksText = ({ checks, type }: ConcludedRun) =>
  checks.length === 0 ? `metrics of ${type}` : countOf(checks.length, "check");

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
