import { z } from "zod";
import { Id } from "../contract/common.ts";
import { isoTime } from "../contract/datapoint-json.ts";
import { MonitorStatus } from "../contract/monitor.ts";
import type { MonitorId, ProjectId } from "../domain/ids.ts";
import type { Monitor } from "../domain/monitor.ts";
import { monitorHealth } from "../domain/monitor-health.ts";
import type { Query } from "../domain/query/index.ts";
import { verdictStates } from "../domain/verdict.ts";
import { whyNot } from "../domain/why-not.ts";
import type { MonitorTotals } from "../ports/monitor-figures.ts";
import type { ApiNeeds } from "./needs.ts";
import { defineRoute, notFound, ok } from "./route.ts";

type Needs = Pick<ApiNeeds, "monitors" | "monitorFigures" | "datapoints" | "issues" | "jobReader" | "now">;

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everything: Query = { kind: "all" };

/** "Is this monitor working?" */
export function monitorStatusRoutes(needs: Needs) {
  const { monitors, now } = needs;

  return [
    defineRoute({
      method: "GET",
      path: "/monitors/status",
      scope: "read",
      tag: "monitors",
      summary: "Tell of every monitor whether it works: what it matched, its verdicts, what waits, what broke",
      answers: { 200: z.strictObject({ items: z.array(MonitorStatus) }) },
      handle: async ({ principal: { projectId } }) =>
        ok({ items: await statusOf(needs, projectId, await monitors.list(projectId)) }),
    }),

    defineRoute({
      method: "GET",
      path: "/monitors/:id/status",
      scope: "read",
      tag: "monitors",
      summary: "Tell whether a monitor works: what it matched, its verdicts, what waits, what broke",
      params: { id: Id },
      answers: { 200: MonitorStatus },
      async handle({ principal: { projectId }, params }) {
        const monitor = (await monitors.list(projectId)).find(({ id }) => id === params.id);
        if (!monitor) throw notFound("monitor");
        const [status] = await statusOf(needs, projectId, [monitor]);
        return ok(status);
      },
    }),
  ];

  async function statusOf(
    { monitorFigures, datapoints, jobReader }: Needs,
    project: ProjectId,
    list: readonly Monitor[],
  ) {
    const at = now();
    // Whole hours, the present one the last.
    const to = (Math.floor(at / hourMs) + 1) * hourMs;
    const day = { from: to - dayMs, to };
    const midnight = Math.floor(at / dayMs) * dayMs;
    const isCapped = list.some(({ ceilings }) => ceilings !== undefined);
    const [totals, today, last, all, backlog, [newest], open] = await Promise.all([
      monitorFigures.totals(project, day),
      isCapped
        ? monitorFigures.totals(project, { from: midnight, to: midnight + dayMs })
        : new Map<MonitorId, MonitorTotals>(),
      monitorFigures.lastMatched(project, { from: at - 30 * dayMs, to: at + 1 }),
      datapoints.count(project, everything, day),
      jobReader.backlog(project),
      datapoints.newest(project, everything, { from: at - dayMs, to: at + 1 }, 1),
      openIssues(project),
    ]);
    const oldest = backlog.reduce<number | undefined>((left, { oldestAt }) => least(left, oldestAt), undefined);
    const problem = backlog.find((line) => line.problem !== undefined)?.problem;
    return list.map((monitor) => {
      const { id, name } = monitor;
      const seen = totals.get(id) ?? nothing;
      const { queued = 0, running = 0 } = seen.verdicts;
      const lastMatchedAt = last.get(id);
      const waits = queued + running > 0 && oldest !== undefined;
      const { datapoints: matchedToday, costUsd } = today.get(id) ?? nothing;
      const health = monitorHealth(monitor, {
        verdicts: seen.verdicts,
        today: { datapoints: matchedToday, costUsd },
        projectDatapoints: all,
        now: at,
        ...(lastMatchedAt === undefined ? {} : { lastMatchedAt }),
        ...(waits ? { waiting: { sinceAt: oldest, ...(problem === undefined ? {} : { because: problem }) } } : {}),
      });
      return {
        id,
        name,
        ...health,
        lastMatchedAt: maybeTime(lastMatchedAt),
        lastEvaluatedAt: maybeTime(seen.lastAt),
        datapoints: seen.datapoints,
        verdicts: Object.fromEntries(verdictStates.map((state) => [state, seen.verdicts[state] ?? 0])),
        broken: seen.broken,
        queue: {
          waiting: queued + running,
          oldestAt: waits ? isoTime(oldest) : undefined,
          problem: waits ? problem : undefined,
        },
        judgeUsd: seen.costUsd,
        openIssues: open.get(id) ?? 0,
        from: isoTime(day.from),
        hourly: seen.hourly.length > 0 ? seen.hourly : Array.from({ length: 24 }, () => ({ evaluated: 0, failed: 0 })),
        missed:
          newest && (health.state === "no_data" || health.state === "waiting") && !newest.monitorIds.includes(id)
            ? { datapointId: newest.datapoint.id, because: whyNot(monitor, newest.datapoint, at) }
            : undefined,
      };
    });
  }

  async function openIssues(project: ProjectId): Promise<ReadonlyMap<MonitorId, number>> {
    const counts = new Map<MonitorId, number>();
    const { items } = await needs.issues.list(project, { states: ["open", "acknowledged"] }, { limit: 1000 });
    for (const { monitorId } of items) counts.set(monitorId, (counts.get(monitorId) ?? 0) + 1);
    return counts;
  }
}

const nothing: MonitorTotals = { verdicts: {}, datapoints: 0, costUsd: 0, broken: [], hourly: [] };

function least(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}

const maybeTime = (at: number | undefined) => (at === undefined ? undefined : isoTime(at));
