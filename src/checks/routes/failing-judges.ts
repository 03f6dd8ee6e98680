import type { ProjectId } from "../../platform/ids.ts";
import { dayOf } from "../judges/judge.ts";
import type { JudgeStore, Judging, SpendStore } from "../ports/judges.ts";

interface FailingJudgesDependencies {
  readonly judges: JudgeStore;
  readonly judging: Judging;
  readonly spend: Pick<SpendStore, "spent">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Returns judge models of a project that currently give no verdicts, with the reason. */
export async function failingJudges(
  project: ProjectId,
  { judges, judging, spend, now }: FailingJudgesDependencies,
): Promise<readonly { name: string; problem: string }[]> {
  const all = await judges.list(project);
  const problems = await Promise.all(
    all.map(async (judge) => {
      const { name, dailyUsd, dailyCalls } = judge;
      const state = judging.state(judge);
      if (state.kind !== "closed") return [{ name, problem: state.reason }];
      const { skipped } = await spend.spent(judge, dayOf(now()));
      if (skipped === 0) return [];
      const ceiling = `its daily limit is reached ($${dailyUsd}, ${dailyCalls} calls)`;
      return [{ name, problem: `${ceiling}: ${skipped} checks were skipped` }];
    }),
  );
  return problems.flat();
}
