import type { ApiClient } from "../../packages/api-client/src/client.ts";
import { findRun } from "./comparison.ts";
import type { FlowReport, ReportedRun } from "./report.ts";

/** Adds to each run its comparison with a baseline: the requested run, or an older one of the same name. */
export async function withBaseline(
  api: ApiClient,
  baseline: string,
  reports: readonly FlowReport[],
): Promise<readonly FlowReport[]> {
  const now = new Set(reports.flatMap(({ runs }) => runs.map(({ id }) => id)));
  return Promise.all(
    reports.map(async (report) => ({ ...report, runs: await Promise.all(report.runs.map((run) => compared(run))) })),
  );

  async function compared(run: ReportedRun): Promise<ReportedRun> {
    if (run.state !== "finished") return run;
    const base = await findRun(api, baseline, { name: run.name, not: now });
    const which = baseline === "latest" ? "older" : `tagged ${baseline}`;
    if (!base) return { ...run, comparison: { missing: `no finished run ${run.name} is ${which}` } };
    const body = { base: base.id, runs: [run.id] };
    const { checks, changed, conclusions } = await api.send("POST /test-runs/compare", { body });
    const [conclusion] = conclusions;
    const { id, name, appLink, metrics } = base;
    const about = { id, name, app_link: appLink, ...(metrics ? { model_metrics: metrics } : {}) };
    return { ...run, comparison: { base: about, checks, changed, ...(conclusion ? { conclusion } : {}) } };
  }
}
