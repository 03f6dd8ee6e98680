import type { ProjectId } from "../domain/ids.ts";
import type { MonitorCheck } from "../domain/monitor.ts";
import { conditionFields } from "../domain/query/index.ts";
import type { Verdict } from "../domain/verdict.ts";
import { queryOf } from "./asked-range.ts";
import type { ApiNeeds } from "./needs.ts";
import { rowJson } from "./to-json.ts";

const hourMs = 3600 * 1000;
/** Datapoints that the checks are tried on: enough for a share, little enough to answer at once. */
const examineAtMost = 50;

interface Asked {
  readonly condition: string;
  readonly checks: readonly MonitorCheck[];
  readonly sampleRate: number;
  readonly hours: number;
}

type Needs = Pick<ApiNeeds, "datapoints" | "check" | "slowChecks" | "evaluate" | "now">;

/** What a monitor would have matched in the last hours, and what its checks say of the newest of that. Stores nothing. */
export function createPreview({ datapoints, check, slowChecks, evaluate, now }: Needs) {
  return async (project: ProjectId, { condition, checks, sampleRate, hours }: Asked) => {
    const to = now() + 1;
    const range = { from: to - hours * hourMs, to };
    const query = queryOf(condition, to, { fields: conditionFields, field: "condition" });
    const [matching, page, samples] = await Promise.all([
      datapoints.count(project, query, range),
      datapoints.list(project, query, range, { limit: 5 }),
      checks.length > 0 ? datapoints.newest(project, query, range, examineAtMost) : [],
    ]);
    const executorOf = (name: string) => slowChecks.find(project, name)?.executor;
    const requests = checks.map(({ check, options }) => ({ check, options, monitorIds: [] }));
    const fast = requests.filter(({ check }) => executorOf(check) === undefined);
    const own = requests.filter(({ check }) => executorOf(check) === "sandbox");
    const verdicts: Verdict[] = [];
    for (const { datapoint } of samples) {
      verdicts.push(...check(datapoint, fast));
      for (const request of own) verdicts.push(await evaluate(project, { datapoint, ...request }));
      // The checks of one datapoint are a slice of time; others get theirs in between.
      await new Promise(setImmediate);
    }
    const scale = samples.length > 0 ? (matching * sampleRate) / samples.length : 0;
    return {
      hours,
      matching,
      newest: page.items.map(rowJson),
      examined: samples.length,
      checks: [...new Set(checks.map(({ check }) => check))].map((name) => {
        const count = (state: Verdict["state"]) =>
          verdicts.filter((verdict) => verdict.check === name && verdict.state === state).length;
        const failed = count("failed");
        return {
          check: name,
          failed,
          passed: count("passed"),
          skipped: count("skipped"),
          broken: count("broken"),
          expectedFindings: Math.round(failed * scale * 10) / 10,
          ...(executorOf(name) === "judge" ? { notRun: "a judge would cost money" } : {}),
        };
      }),
    };
  };
}
