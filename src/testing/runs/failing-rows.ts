import type { CollectedSeed, ScenarioRow } from "../scenario.ts";
import type { TestRun } from "../test-run.ts";
import type { JudgedRow } from "./run-metrics.ts";

/**
 * Returns rows with a failed attempt: a check failed (one of the named, else any of the run), or, if none is
 * named, there was no answer. In the set's order, without duplicates, with expected result and origin.
 */
export function failingSeeds(
  run: Pick<TestRun, "id" | "checks">,
  rows: readonly ScenarioRow[],
  attempts: readonly JudgedRow[],
  named?: readonly string[],
): readonly CollectedSeed[] {
  const checks = new Set(named ?? run.checks.map(({ check }) => check));
  const failed = new Set(attempts.filter(hasFailed).map(({ rowId }) => rowId));
  return rows
    .filter(({ id }) => failed.has(id))
    .map(({ input, result, origin }) => ({ input, result, origin: { ...origin, testRunId: run.id } }));

  function hasFailed({ result, judged }: JudgedRow): boolean {
    if (named === undefined && result?.error !== undefined) return true;
    return (judged?.verdicts ?? []).some(({ check, state }) => state === "failed" && checks.has(check));
  }
}
