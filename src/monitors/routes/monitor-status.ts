import type { JobReader } from "../../checks/index.ts";
import type { DatapointReader, Query } from "../../datapoints/index.ts";
import { verdictStates } from "../../datapoints/service.ts";
import { asMonitorId, type MonitorId, type ProjectId } from "../../platform/ids.ts";
import { defineRoute, Id, isoTime, notFound, ok, PageQuery, pageOf } from "../../server/service.ts";
import { MonitorStatus } from "../contract/monitor.ts";
import type { Monitor } from "../monitor.ts";
import type { MonitorStatistics } from "../ports/monitor-statistics.ts";
import type { MonitorStore } from "../ports/monitors.ts";
import type { ExplainApart } from "../stages/explain-apart.ts";
import { createReadMonitorStatus } from "../stages/read-monitor-status.ts";

interface MonitorStatusDependencies {
  readonly monitors: MonitorStore;
  readonly monitorStatistics: MonitorStatistics;
  readonly datapoints: DatapointReader;
  /** Counts the unresolved issues of each monitor that has any. */
  readonly countOpenIssues: (project: ProjectId) => Promise<ReadonlyMap<MonitorId, number>>;
  readonly jobReader: JobReader;
  readonly explain: ExplainApart;
  /** Unix milliseconds. */
  readonly now: () => number;
}

const dayMs = 86_400_000;
const everything: Query = { kind: "all" };

/** "Is this monitor working?" */
export function monitorStatusRoutes(dependencies: MonitorStatusDependencies) {
  const { monitors, now } = dependencies;
  const readStatus = createReadMonitorStatus(dependencies);

  return [
    defineRoute({
      method: "GET",
      path: "/monitors/status",
      scope: "read",
      tag: "monitors",
      summary: "Show the health of every monitor: matches, verdicts, queue, failures",
      query: PageQuery,
      answers: { 200: pageOf(MonitorStatus) },
      async handle({ principal: { projectId }, query: { limit, cursor } }) {
        const page = await monitors.page(projectId, { limit, ...(cursor === undefined ? {} : { cursor }) });
        return ok({ ...page, items: await statusOf(projectId, page.items) });
      },
    }),

    defineRoute({
      method: "GET",
      path: "/monitors/:id/status",
      scope: "read",
      tag: "monitors",
      summary: "Show the health of a monitor: matches, verdicts, queue, failures",
      params: { id: Id },
      answers: { 200: MonitorStatus },
      async handle({ principal: { projectId }, params }) {
        const monitor = await monitors.get(projectId, asMonitorId(params.id));
        if (!monitor) throw notFound("monitor");
        const [status] = await statusOf(projectId, [monitor]);
        return ok(status);
      },
    }),
  ];

  async function statusOf(project: ProjectId, list: readonly Monitor[]) {
    const at = now();
    const [readings, [newest], open] = await Promise.all([
      readStatus(project, list),
      dependencies.datapoints.newest(project, everything, { from: at - dayMs, to: at + 1 }, 1),
      dependencies.countOpenIssues(project),
    ]);
    const missing = readings
      .filter(({ monitor, health: { state } }) => {
        const isQuiet = state === "no_data" || state === "waiting";
        return newest !== undefined && isQuiet && !newest.monitorIds.includes(monitor.id);
      })
      .map(({ monitor }) => monitor);
    const reasons = newest ? await dependencies.explain(project, missing, newest.datapoint) : [];
    const missedBy = new Map(missing.map(({ id }, index) => [id, reasons[index] ?? ""]));
    return readings.map(({ monitor, health, totals, lastMatchedAt, waiting, day }) => {
      const { id, name } = monitor;
      const missed = missedBy.get(id);
      const { queued = 0, running = 0 } = totals.verdicts;
      return {
        id,
        name,
        state: health.state,
        reason: health.reason,
        lastMatchedAt: maybeTime(lastMatchedAt),
        lastEvaluatedAt: maybeTime(totals.lastAt),
        datapoints: totals.datapoints,
        overLimit: totals.overLimit,
        verdicts: Object.fromEntries(verdictStates.map((state) => [state, totals.verdicts[state] ?? 0])),
        broken: totals.broken,
        skipped: totals.skipped,
        queue: { waiting: queued + running, oldestAt: maybeTime(waiting?.sinceAt), problem: waiting?.reason },
        judgeUsd: totals.costUsd,
        openIssues: open.get(id) ?? 0,
        from: isoTime(day.from),
        hourly:
          totals.hourly.length > 0 ? totals.hourly : Array.from({ length: 24 }, () => ({ evaluated: 0, failed: 0 })),
        missed: newest && missed !== undefined ? { datapointId: newest.datapoint.id, reason: missed } : undefined,
      };
    });
  }
}

const maybeTime = (at: number | undefined) => (at === undefined ? undefined : isoTime(at));
