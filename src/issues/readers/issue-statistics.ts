import { z } from "zod";
import { contrastSql, timeParam } from "../../datapoints/service.ts";
import { asIssueId, type IssueId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { Densest, IssueStatistics } from "../ports/issue-statistics.ts";
import { groupedBy } from "./issue-groups.ts";

export function createIssueStatistics({ clickhouse }: { clickhouse: ClickHouse }): IssueStatistics {
  return {
    async densest(project, issues, { from, to, withinMs }) {
      if (issues.length === 0) return new Map<IssueId, Densest>();
      const { issue, params } = groupedBy(issues);
      const rows = await clickhouse.select(
        "measure how dense occurrences are",
        `SELECT issue, toFloat64(max(inside)) AS occurrences, toFloat64(min(ms)) AS firstAt FROM (
           SELECT issue, ms, count() OVER (PARTITION BY issue ORDER BY ms RANGE BETWEEN {before:Int64} PRECEDING AND CURRENT ROW) AS inside
           FROM (
             SELECT ${issue} AS issue, datapoint_id, toInt64(toUnixTimestamp64Milli(min(at))) AS ms FROM findings FINAL
             WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)}
               AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
             GROUP BY issue, datapoint_id
           ) WHERE ms > transform(toString(issue), {requested:Array(String)}, {since:Array(Int64)}, toInt64(0))
         ) GROUP BY issue`,
        {
          project,
          ...params,
          before: withinMs - 1,
          from: timeParam(from),
          to: timeParam(to),
          requested: issues.map(({ id }) => id),
          since: issues.map(({ since }) => Math.floor(since)),
        },
      );
      return new Map(
        z
          .array(Dense)
          .parse(rows)
          .map(({ issue: id, ...measured }) => [asIssueId(id), measured]),
      );
    },

    async matched(project, monitor, { from, to }) {
      const rows = await clickhouse.select(
        "count what a monitor matched",
        `SELECT toFloat64(count()) AS count FROM datapoints FINAL WHERE project_id = {project:String}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} AND has(monitor_ids, {monitor:String})`,
        { project, monitor, from: timeParam(from), to: timeParam(to) },
      );
      return z.tuple([z.strictObject({ count: z.number() })]).parse(rows)[0].count;
    },

    async releases(project, { from, to }) {
      const rows = await clickhouse.select(
        "list releases",
        `SELECT release FROM datapoints WHERE project_id = {project:String} AND release IS NOT NULL
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
         GROUP BY release ORDER BY count() DESC, release LIMIT 500`,
        { project, from: timeParam(from), to: timeParam(to) },
      );
      return z
        .array(z.strictObject({ release: z.string() }))
        .parse(rows)
        .map(({ release }) => release);
    },

    async contrast(project, { id, mergedIds }, { from, to, monitor, sample }) {
      const rows = await clickhouse.select("compare occurrences with other datapoints", contrastSql(sample), {
        project,
        monitor,
        issues: [id, ...mergedIds],
        from: timeParam(from),
        to: timeParam(to),
      });
      const counted = z.array(Counted).parse(rows);
      const totals = counted.find(({ field }) => field === "");
      const values = counted.filter(({ field }) => field !== "");
      return {
        inside: totals?.inside ?? 0,
        outside: totals?.outside ?? 0,
        values: values.map(({ field, value, inside, outside }) => ({ field, value, inside, outside })),
      };
    },
  };
}

const Dense = z.strictObject({ issue: z.string(), occurrences: z.number(), firstAt: z.number() });

const Counted = z.strictObject({
  field: z.string(),
  value: z.string(),
  inside: z.number(),
  outside: z.number(),
});
