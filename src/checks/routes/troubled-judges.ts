import type { ProjectId } from "../../platform/ids.ts";
import type { ApiNeeds } from "../../server/routes/needs.ts";
import { dayOf } from "../judges/judge.ts";

/** Judge models of a project that give no verdicts at present, with the reason. */
export async function troubledJudges(
  project: ProjectId,
  { judges, judging, spend, now }: Pick<ApiNeeds, "judges" | "judging" | "spend" | "now">,
): Promise<readonly { name: string; problem: string }[]> {
  const all = await judges.list(project);
  const told = await Promise.all(
    all.map(async (judge) => {
      const { name, dailyUsd, dailyCalls } = judge;
      const state = judging.state(judge);
      if (state.kind !== "closed") return [{ name, problem: state.because }];
      const { skipped } = await spend.spent(judge, dayOf(now()));
      if (skipped === 0) return [];
      const ceiling = `its ceiling of today is reached ($${dailyUsd}, ${dailyCalls} calls)`;
      return [{ name, problem: `${ceiling}: ${skipped} checks were skipped` }];
    }),
  );
  return told.flat();
}
