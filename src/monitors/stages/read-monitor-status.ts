import { isOverLimit, type JobReader } from "../../checks/index.ts";
import type { DatapointReader, Query } from "../../datapoints/index.ts";
import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { Monitor } from "../monitor.ts";
import { type MonitorHealth, monitorHealth } from "../monitor-health.ts";
import type { MonitorStatistics, MonitorTotals } from "../ports/monitor-statistics.ts";

interface ReadMonitorStatusDependencies {
  readonly monitorStatistics: MonitorStatistics;
  readonly datapoints: Pick<DatapointReader, "count">;
  readonly jobReader: JobReader;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** A monitor's statistics of the last day, and its health. */
export interface MonitorReading {
  readonly monitor: Monitor;
  readonly health: MonitorHealth;
  readonly totals: MonitorTotals;
  /** Within 30 days; Unix milliseconds. */
  readonly lastMatchedAt?: number;
  /** Of its asynchronous checks. */
  readonly waiting?: { readonly sinceAt: number; readonly reason?: string };
  /** Whole hours, including the current one. */
  readonly day: Range;
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const everything: Query = { kind: "all" };
const nothing: MonitorTotals = {
  verdicts: {},
  datapoints: 0,
  overLimit: 0,
  costUsd: 0,
  broken: [],
  skipped: [],
  hourly: [],
};

/** Reads all given monitors of one project together, from de-duplicated rows. */
export function createReadMonitorStatus({
  monitorStatistics,
  datapoints,
  jobReader,
  now,
}: ReadMonitorStatusDependencies) {
  return async (project: ProjectId, monitors: readonly Monitor[]): Promise<readonly MonitorReading[]> => {
    const at = now();
    const to = (Math.floor(at / hourMs) + 1) * hourMs;
    const day = { from: to - dayMs, to };
    const midnight = Math.floor(at / dayMs) * dayMs;
    const isCapped = monitors.some(({ dailyLimits }) => dailyLimits !== undefined);
    const [totals, today, last, projectDatapoints, backlog] = await Promise.all([
      monitorStatistics.totals(project, day),
      isCapped
        ? monitorStatistics.totals(project, { from: midnight, to: midnight + dayMs })
        : new Map<MonitorId, MonitorTotals>(),
      monitorStatistics.lastMatched(project, { from: at - 30 * dayMs, to: at + 1 }),
      datapoints.count(project, everything, day),
      jobReader.backlog(project),
    ]);
    const oldest = backlog.reduce<number | undefined>((left, { oldestAt }) => least(left, oldestAt), undefined);
    const problem = backlog.find((line) => line.problem !== undefined)?.problem;
    return monitors.map((monitor) => {
      const seen = totals.get(monitor.id) ?? nothing;
      const lastMatchedAt = last.get(monitor.id);
      const { queued = 0, running = 0 } = seen.verdicts;
      const waits = queued + running > 0 && oldest !== undefined;
      const skippedReason = seen.skipped.find(({ reason }) => !isOverLimit({ state: "skipped", reason }))?.reason;
      const facts = {
        ...(lastMatchedAt === undefined ? {} : { lastMatchedAt }),
        ...(waits ? { waiting: { sinceAt: oldest, ...(problem === undefined ? {} : { reason: problem }) } } : {}),
      };
      const health = monitorHealth(monitor, {
        verdicts: seen.verdicts,
        ...(skippedReason === undefined ? {} : { skippedReason }),
        overLimit: seen.overLimit,
        today: today.get(monitor.id) ?? nothing,
        projectDatapoints,
        now: at,
        ...facts,
      });
      return { monitor, health, totals: seen, day, ...facts };
    });
  };
}

function least(left: number | undefined, right: number | undefined): number | undefined {
  if (left === undefined || right === undefined) return left ?? right;
  return Math.min(left, right);
}
