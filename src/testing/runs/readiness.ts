import type { CodeCheck, CustomCheckStore, JudgeStore, KnownChecks, SpendStore } from "../../checks/index.ts";
import { dailyLimitReason, dayOf, noJudgeModel, switchedOffReason } from "../../checks/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { ScenarioStore } from "../ports/testing-stores.ts";
import type { ScenarioSet } from "../scenario.ts";
import type { TestRun } from "../test-run.ts";

interface ReadinessDependencies {
  readonly checks: ReadonlyMap<string, CodeCheck>;
  /** Judge checks of the library, and custom checks of projects. */
  readonly asynchronousChecks: KnownChecks;
  readonly customChecks: Pick<CustomCheckStore, "get">;
  readonly judges: Pick<JudgeStore, "list">;
  readonly spend: Pick<SpendStore, "spent">;
  readonly scenarios: Pick<ScenarioStore, "countWithoutResult">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Why a check of a run would give no verdict. */
export interface CheckProblem {
  readonly check: string;
  /** Place among the run's checks, from 0. */
  readonly index: number;
  readonly problem: string;
}

/**
 * Returns what checks lack before a run of these rows calls a model: a judge, its budget, expected results.
 * Checks that may be skipped are left out.
 */
export type FindCheckProblems = (
  project: ProjectId,
  checks: TestRun["checks"],
  rows?: { readonly set: ScenarioSet; readonly version: number },
) => Promise<readonly CheckProblem[]>;

export function createFindCheckProblems({
  checks: codeChecks,
  asynchronousChecks,
  customChecks,
  judges,
  spend,
  scenarios,
  now,
}: ReadinessDependencies): FindCheckProblems {
  return async (project, checks, rows) => {
    const [judge, withoutResult] = await Promise.all([
      judgeProblem(project),
      rows === undefined ? 0 : scenarios.countWithoutResult(rows.set.id, rows.version),
    ]);
    const found = await Promise.all(
      checks.map(async ({ check, local, allowSkipped }, index) => {
        if (local || allowSkipped) return [];
        const problem = await problemOf(check);
        return problem === undefined ? [] : [{ check, index, problem }];
      }),
    );
    return found.flat();

    async function problemOf(name: string): Promise<string | undefined> {
      const slow = asynchronousChecks.find(project, name);
      const needs = (codeChecks.get(name) ?? slow)?.needs ?? [];
      if (rows !== undefined && withoutResult > 0 && (needs.includes("expected") || needs.includes("reference")))
        return `${withoutResult} of ${rows.set.rows} rows of ${rows.set.name} have no expected result, which it compares`;
      if (!slow) return undefined;
      const off = asynchronousChecks.library.has(name) ? undefined : (await customChecks.get(project, name))?.off;
      if (off) return switchedOffReason(off.reason);
      return slow.executor === "judge" ? judge : undefined;
    }
  };

  async function judgeProblem(project: ProjectId): Promise<string | undefined> {
    const judge = (await judges.list(project)).find(({ isActive }) => isActive);
    if (!judge) return noJudgeModel;
    const { usd, calls } = await spend.spent(judge, dayOf(now()));
    return usd >= judge.dailyUsd || calls >= judge.dailyCalls ? dailyLimitReason(judge) : undefined;
  }
}

/** Returns the message about the first problem, with the ways out. */
export const problemText = ({ check, problem }: CheckProblem): string =>
  `${check} would give no verdict: ${problem}. Repair that, or name the check in allowSkipped`;
