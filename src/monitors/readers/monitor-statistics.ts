import { z } from "zod";
import { overLimitPattern } from "../../checks/index.ts";
import type { VerdictState } from "../../datapoints/index.ts";
import { timeParam } from "../../datapoints/service.ts";
import { asMonitorId, type MonitorId, type ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { MonitorStatistics, MonitorTotals } from "../ports/monitor-statistics.ts";

const hourMs = 3_600_000;
const ofThatTime = `project_id = {project:String}
  AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}`;

export function createMonitorStatistics({ clickhouse }: { clickhouse: ClickHouse }): MonitorStatistics {
  return {
    async totals(project, range) {
      const params = { project, from: timeParam(range.from), to: timeParam(range.to), start: Math.round(range.from) };
      const [states, reasons, hours] = await Promise.all([
        clickhouse.select("count verdicts of monitors", statesSql, params),
        clickhouse.select("count verdicts that were not made", reasonsSql, params),
        clickhouse.select("count verdicts by the hour", hoursSql, params),
      ]);
      const byMonitor = Map.groupBy(z.array(State).parse(states), ({ monitor }) => monitor);
      const unmade = Map.groupBy(z.array(Reason).parse(reasons), ({ monitor }) => monitor);
      const hourly = Map.groupBy(z.array(Hour).parse(hours), ({ monitor }) => monitor);
      return new Map(
        Array.from(byMonitor, ([monitor, of]): [MonitorId, MonitorTotals] => [
          asMonitorId(monitor),
          {
            verdicts: Object.fromEntries(of.map(({ state, verdicts }) => [state as VerdictState, verdicts])),
            datapoints: (hourly.get(monitor) ?? []).reduce((sum, { evaluated }) => sum + evaluated, 0),
            overLimit: (hourly.get(monitor) ?? []).reduce((sum, { over }) => sum + over, 0),
            lastAt: Math.max(...of.map(({ lastAt }) => lastAt)),
            costUsd: of.reduce((sum, { cost }) => sum + cost, 0),
            ...reasonsOf(unmade.get(monitor) ?? []),
            hourly: byTheHour(hourly.get(monitor) ?? [], range),
          },
        ]),
      );
    },

    async lastMatched(project: ProjectId, { from, to }: Range) {
      const rows = await clickhouse.select(
        "find when monitors matched last",
        `SELECT monitor, toFloat64(toUnixTimestamp64Milli(max(at))) AS lastAt
         FROM datapoints ARRAY JOIN monitor_ids AS monitor WHERE ${ofThatTime} GROUP BY monitor`,
        { project, from: timeParam(from), to: timeParam(to) },
      );
      return new Map(
        z
          .array(z.strictObject({ monitor: z.string(), lastAt: z.number() }))
          .parse(rows)
          .map(({ monitor, lastAt }) => [asMonitorId(monitor), lastAt]),
      );
    },
  };
}

const statesSql = `SELECT monitor, state, toFloat64(count()) AS verdicts, sum(ifNull(cost_usd, 0)) AS cost,
  toFloat64(toUnixTimestamp64Milli(max(judged_at))) AS lastAt
  FROM verdicts FINAL ARRAY JOIN monitor_ids AS monitor WHERE ${ofThatTime} GROUP BY monitor, state`;

const reasonsSql = `SELECT monitor, state, check, ifNull(reason, '') AS reason, toFloat64(count()) AS count
  FROM verdicts FINAL ARRAY JOIN monitor_ids AS monitor WHERE ${ofThatTime} AND state IN ('broken', 'skipped')
  GROUP BY monitor, state, check, reason ORDER BY count DESC, check, reason LIMIT 5 BY monitor, state`;

/** The pattern is a constant, so interpolation is safe. */
const isOver = `(state = 'skipped' AND ifNull(reason, '') LIKE '${overLimitPattern}')`;

const hoursSql = `SELECT monitor, toFloat64(intDiv(toUnixTimestamp64Milli(at) - {start:Int64}, ${hourMs})) AS place,
  toFloat64(uniqExactIf(datapoint_id, NOT ${isOver})) AS evaluated, toFloat64(uniqExactIf(datapoint_id, ${isOver})) AS over,
  toFloat64(uniqExactIf(datapoint_id, state = 'failed')) AS failed
  FROM verdicts FINAL ARRAY JOIN monitor_ids AS monitor WHERE ${ofThatTime} GROUP BY monitor, place`;

const State = z.strictObject({
  monitor: z.string(),
  state: z.string(),
  verdicts: z.number(),
  cost: z.number(),
  lastAt: z.number(),
});
const Reason = z.strictObject({
  monitor: z.string(),
  state: z.string(),
  check: z.string(),
  reason: z.string(),
  count: z.number(),
});
const Hour = z.strictObject({
  monitor: z.string(),
  place: z.number(),
  evaluated: z.number(),
  over: z.number(),
  failed: z.number(),
});

function reasonsOf(reasons: readonly z.infer<typeof Reason>[]): Pick<MonitorTotals, "broken" | "skipped"> {
  const ofState = (wanted: VerdictState) =>
    reasons.flatMap(({ state, check, reason, count }) => (state === wanted ? [{ check, reason, count }] : []));
  return { broken: ofState("broken"), skipped: ofState("skipped") };
}

function byTheHour(hours: readonly z.infer<typeof Hour>[], { from, to }: Range) {
  const known = new Map(hours.map(({ place: index, evaluated, failed }) => [index, { evaluated, failed }]));
  return Array.from({ length: Math.ceil((to - from) / hourMs) }, (_, index) => known.get(index) ?? none);
}

const none = { evaluated: 0, failed: 0 } as const;
