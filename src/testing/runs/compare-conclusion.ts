import type { TestRunId } from "../../platform/ids.ts";
import type { TestRun } from "../test-run.ts";
import type { CheckComparison, Comparison } from "./compare.ts";
import { conclusionOf } from "./conclusion.ts";

/** Whether a run holds against the base: nothing became significantly worse, and everything was compared. */
export interface ComparedConclusion {
  readonly runId: TestRunId;
  readonly passed: boolean;
  readonly sentence: string;
  readonly reasons: readonly { readonly check?: string; readonly text: string }[];
}

/** Draws the conclusion of a comparison for one run. The only place that decides this. */
export function concludeComparison(
  run: TestRun,
  { checks: all }: Pick<Comparison, "checks">,
  alpha: number,
): ComparedConclusion {
  const checks = all.filter(({ runId }) => runId === run.id);
  const allowed = new Set(run.checks.flatMap(({ check, allowSkipped }) => (allowSkipped ? [check] : [])));
  const worse = checks.filter(
    ({ passRate, score }) => passRate?.conclusion === "worse" || score?.conclusion === "worse",
  );
  const better = checks.filter(
    ({ passRate, score }) => passRate?.conclusion === "better" || score?.conclusion === "better",
  );
  const reasons = [
    ...worse.map(({ check }) => ({ check, text: `${check} is significantly worse` })),
    ...checks
      .filter(({ matched, check }) => matched === 0 && !allowed.has(check))
      .map(({ check, otherVersion }) => ({ check, text: notCompared(check, otherVersion) })),
    ...(checks.length === 0 ? [{ text: "nothing was compared: the runs have no check in common" }] : []),
    // Failed verdicts are what the comparison weighs; everything else that a run lacks is lacking here as well.
    ...(conclusionOf(run)?.reasons ?? []).filter(({ kind }) => kind !== "failed"),
  ].map(({ text, ...rest }) => ("check" in rest && rest.check !== undefined ? { check: rest.check, text } : { text }));
  const sentence = `${countOf(worse.length, "regression")}, ${countOf(better.length, "improvement")}${doubt(checks, alpha)}`;
  return { runId: run.id, passed: reasons.length === 0, sentence, reasons };
}

function notCompared(check: string, otherVersion: number): string {
  if (otherVersion === 0) return `${check} was not compared: the runs have no row in common with a verdict of it`;
  return `${check} was not compared: it has changed since the base. Run the base again`;
}

/**
 * Returns the smallest change of a pass rate that the rows could prove, if it is more than a point: with all changed
 * rows worse, the exact test needs this number of them (for the number of checks compared).
 */
function doubt(checks: readonly CheckComparison[], alpha: number): string {
  const compared = checks.filter(({ matched }) => matched > 0);
  const rows = Math.min(...compared.map(({ matched }) => matched));
  if (!Number.isFinite(rows)) return "";
  const needed = Math.ceil(Math.log2((2 * compared.length) / alpha));
  if (needed > rows) return `; ${countOf(rows, "row")} are too few to be sure of any change`;
  const points = Math.ceil((100 * needed) / rows);
  return points <= 1 ? "" : `; ${countOf(rows, "row")} are too few to be sure of less than ${points} points`;
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
