import type { Api } from "./api.ts";
import { type ApiRun, compareRuns, findRun } from "./comparison.ts";
import type { FlowReport, ReportedRun } from "./report.ts";

/** Adds to each run its comparison with a baseline: the requested run, or an older one of the same name. */
export async function withBaseline(
  api: Api,
  baseline: string,
  reports: readonly FlowReport[],
): Promise<readonly FlowReport[]> {
  const now = new Set(reports.flatMap(({ runs }) => runs.map(({ id }) => id)));
  return Promise.all(
    reports.map(async (report) => ({
      ...report,
      runs: await Promise.all(report.runs.map((run) => compared(api, baseline, run, now))),
    })),
  );
}

async function compared(api: Api, baseline: string, run: ReportedRun, now: ReadonlySet<string>): Promise<ReportedRun> {
  if (run.state !== "finished") return run;
  const base = await findRun(api, baseline, { name: run.name, not: now });
  if (!base) return { ...run, comparison: { missing: `no finished run ${run.name} is ${wordsFor(baseline)}` } };
  const { checks, changed } = await compareRuns(api, base.id, [run.id]);
  return { ...run, comparison: { base: shown(base), checks, changed } };
}

const wordsFor = (baseline: string) => (baseline === "latest" ? "older" : `tagged ${baseline}`);
const shown = ({ id, name, appLink }: ApiRun) => ({ id, name, app_link: appLink });
