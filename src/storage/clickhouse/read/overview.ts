import { z } from "zod";
import type { Buckets } from "../../../domain/buckets.ts";
import type { FacetField } from "../../../domain/facets.ts";
import type { Outcomes, OverviewReader, Scope } from "../../../ports/overview.ts";
import type { ReadNeeds } from "./reads.ts";
import {
  bucketParams,
  bucketSql,
  chartSeconds,
  facetSeconds,
  facetSql,
  failingByBucket,
  findingsInRange,
  inRange,
  matching,
  oneWeekAtATime,
  rangeParams,
} from "./scope-sql.ts";
import { usageOf } from "./usage.ts";

export function createOverviewReader(needs: ReadNeeds): OverviewReader {
  const { clickhouse } = needs;
  return {
    histogram,
    facet,
    usage: (scope, buckets, by) => usageOf(needs, scope, buckets, by),
    latencies,
    checkResults,
  };

  async function histogram(scope: Scope, buckets: Buckets): Promise<readonly Outcomes[]> {
    const { where, params } = matching(needs, scope);
    const [rows, failingIn] = await Promise.all([
      clickhouse.select(
        "count by time",
        `SELECT ${bucketSql} AS bucket, toFloat64(count()) AS calls, toFloat64(countIf(error_type IS NOT NULL)) AS error
         FROM datapoints FINAL WHERE ${where} GROUP BY bucket ${oneWeekAtATime}`,
        { ...params, ...bucketParams(buckets) },
        { seconds: facetSeconds },
      ),
      failingByBucket(needs, scope, buckets, facetSeconds),
    ]);
    const counted = new Map(
      z
        .array(Counted)
        .parse(rows)
        .map((row) => [row.bucket, row]),
    );
    return Array.from({ length: buckets.count }, (_, bucket) => {
      const { calls, error } = counted.get(bucket) ?? { calls: 0, error: 0 };
      const failing = Math.min(failingIn.get(bucket) ?? 0, calls - error);
      return { ok: calls - error - failing, failing, error };
    });
  }

  async function facet(scope: Scope, field: FacetField, limit: number) {
    const { where, params } = matching(needs, scope);
    const sql =
      field === "check"
        ? `SELECT check AS value, toFloat64(uniqExact(sipHash64(datapoint_id))) AS count FROM findings FINAL
           WHERE ${findingsInRange} AND check != ''
           ${scope.query.kind === "all" ? "" : `AND datapoint_id IN (SELECT id FROM datapoints FINAL WHERE ${where})`}
           GROUP BY value`
        : facetSql(field, where);
    const rows = await clickhouse.select(
      `count values of ${field}`,
      `${sql} ORDER BY count DESC, value LIMIT ${limit + 1} ${oneWeekAtATime}`,
      params,
      { seconds: facetSeconds },
    );
    const values = z.array(z.strictObject({ value: z.string(), count: z.number() })).parse(rows);
    return { values: values.slice(0, limit), hasMore: values.length > limit };
  }

  async function latencies(scope: Scope, buckets: Buckets) {
    const { where, params } = matching(needs, scope);
    const rows = await clickhouse.select(
      "count by latency",
      `SELECT ${bucketSql} AS bucket, toInt32(floor(log2(greatest(duration_ms, 1)) * 2)) AS step,
         toFloat64(count()) AS calls
       FROM datapoints FINAL WHERE ${where} GROUP BY bucket, step ORDER BY bucket, step ${oneWeekAtATime}`,
      { ...params, ...bucketParams(buckets) },
      { seconds: chartSeconds },
    );
    return z.array(z.strictObject({ bucket: z.number(), step: z.number(), calls: z.number() })).parse(rows);
  }

  async function checkResults(project: Scope["project"], range: Scope["range"], buckets: Buckets) {
    const rows = await clickhouse.select(
      "count verdicts by check",
      `SELECT check, ${bucketSql} AS bucket, state, toFloat64(count()) AS verdicts FROM verdicts FINAL
       WHERE ${inRange} GROUP BY check, bucket, state ORDER BY check, bucket ${oneWeekAtATime}`,
      { ...rangeParams({ project, range }), ...bucketParams(buckets) },
      { seconds: chartSeconds },
    );
    const counted = z.array(CountedVerdicts).parse(rows);
    return [...Map.groupBy(counted, ({ check, bucket }) => `${bucket} ${check}`).values()].flatMap((list) => {
      const [first] = list;
      if (!first) return [];
      const states = Object.fromEntries(list.map(({ state, verdicts }) => [state, verdicts]));
      return [{ check: first.check, bucket: first.bucket, states }];
    });
  }
}

const Counted = z.strictObject({ bucket: z.number(), calls: z.number(), error: z.number() });
const CountedVerdicts = z.strictObject({
  check: z.string(),
  bucket: z.number(),
  state: z.string(),
  verdicts: z.number(),
});
