import { z } from "zod";
import type { Buckets, FacetField, Scope, TimedReaderDependencies } from "../../datapoints/index.ts";
import {
  bucketParams,
  bucketSql,
  chartShare,
  checksKind,
  facetShare,
  failingByBucket,
  findingsInRange,
  hourSource,
  inRange,
  matching,
  ofNewestPart,
  oneWeekAtATime,
  rangeParams,
  rollupFields,
} from "../../datapoints/service.ts";
import { facetSql, hourlyMetrics, metricsSource, rowSource } from "../../issues/service.ts";
import type { Params } from "../../storage/index.ts";
import type { Facet, Outcomes, OverviewReader } from "../ports/overview.ts";
import { usageOf } from "./usage.ts";

export function createOverviewReader(dependencies: TimedReaderDependencies): OverviewReader {
  const { clickhouse } = dependencies;
  return {
    histogram,
    facet,
    usage: (scope, buckets, by) => usageOf(dependencies, scope, buckets, by),
    latencies,
    checkResults,
  };

  async function histogram(scope: Scope, buckets: Buckets): Promise<readonly Outcomes[]> {
    const source = await metricsSource(dependencies, scope, buckets.widthMs);
    const [rows, failingIn] = await Promise.all([
      clickhouse.select(
        "count by time",
        `SELECT ${bucketSql} AS bucket, toFloat64(${source.calls}) AS callCount, toFloat64(${source.errors}) AS error,
           ${source.failing ? `toFloat64(${source.failing})` : "NULL"} AS failingCount
         FROM ${source.from} GROUP BY bucket ${oneWeekAtATime}`,
        { ...source.params, ...bucketParams(buckets) },
        { share: facetShare },
      ),
      source.failing ? undefined : failingByBucket(dependencies, scope, buckets, facetShare),
    ]);
    const counted = new Map(
      z
        .array(Counted)
        .parse(rows)
        .map((row) => [row.bucket, row]),
    );
    return Array.from({ length: buckets.count }, (_, bucket) => {
      const { callCount: calls, error, failingCount } = counted.get(bucket) ?? none;
      const failing = Math.min(failingCount ?? failingIn?.get(bucket) ?? 0, calls - error);
      return { ok: calls - error - failing, failing, error };
    });
  }

  async function facet(scope: Scope, field: FacetField, limit: number): Promise<Facet> {
    const hours = field !== "check" && rollupFields.has(field) ? await hourlyMetrics(dependencies, scope) : undefined;
    if (field !== "check" && hours) {
      const counted = { sql: facetSql(field, hours), params: hours.params };
      return valuesOf(counted, { field, limit, seconds: dependencies.readSeconds * facetShare });
    }
    const { counted, since } = await ofNewestPart(dependencies, scope.range, (range, seconds) => {
      const part = { ...scope, range };
      return valuesOf(field === "check" ? checkFacet(part) : callFacet(part, field), { field, limit, seconds });
    });
    return { ...counted, ...(since === undefined ? {} : { since }) };
  }

  async function valuesOf(
    { sql, params }: { readonly sql: string; readonly params: Params },
    { field, limit, seconds }: { readonly field: FacetField; readonly limit: number; readonly seconds: number },
  ) {
    const rows = await clickhouse.select(
      `count values of ${field}`,
      `${sql} ORDER BY count DESC, value LIMIT ${limit + 1} ${oneWeekAtATime}`,
      params,
      { seconds },
    );
    const values = z.array(z.strictObject({ value: z.string(), count: z.number() })).parse(rows);
    return { values: values.slice(0, limit), hasMore: values.length > limit };
  }

  function checkFacet(scope: Scope) {
    const { where, params } = matching(dependencies, scope);
    const among =
      scope.query.kind === "all" ? "" : `AND datapoint_id IN (SELECT id FROM datapoints FINAL WHERE ${where})`;
    const sql = `SELECT check AS value, toFloat64(uniqExact(sipHash64(datapoint_id))) AS count FROM findings FINAL
      WHERE ${findingsInRange} AND check != '' ${among} GROUP BY value`;
    return { sql, params };
  }

  function callFacet(scope: Scope, field: Exclude<FacetField, "check">) {
    const source = rowSource(dependencies, scope);
    return { sql: facetSql(field, source), params: source.params };
  }

  async function latencies(scope: Scope, buckets: Buckets) {
    const source = await metricsSource(dependencies, scope, buckets.widthMs);
    const rows = await clickhouse.select(
      "count by latency",
      `SELECT bucket, pair.1 AS step, toFloat64(pair.2) AS calls
       FROM (SELECT ${bucketSql} AS bucket, ${source.latencySteps} AS steps FROM ${source.from} GROUP BY bucket)
       ARRAY JOIN CAST(steps, 'Array(Tuple(Int32, UInt64))') AS pair ORDER BY bucket, step ${oneWeekAtATime}`,
      { ...source.params, ...bucketParams(buckets) },
      { share: chartShare },
    );
    return z.array(z.strictObject({ bucket: z.number(), step: z.number(), calls: z.number() })).parse(rows);
  }

  async function checkResults(project: Scope["project"], range: Scope["range"], buckets: Buckets) {
    const scope = { project, range, query: { kind: "all" } } as const;
    const hours = await hourSource(dependencies, scope, checksKind, buckets.widthMs);
    const rows = await clickhouse.select(
      "count verdicts by check",
      `SELECT check, ${bucketSql} AS bucket, state, toFloat64(${hours ? "sum(verdicts)" : "count()"}) AS verdictCount
       FROM ${hours?.table ?? `verdicts FINAL WHERE ${inRange}`}
       GROUP BY check, bucket, state ORDER BY check, bucket, state ${oneWeekAtATime}`,
      { ...rangeParams(scope), ...hours?.params, ...bucketParams(buckets) },
      { share: chartShare },
    );
    const counted = z.array(CountedVerdicts).parse(rows);
    return [...Map.groupBy(counted, ({ check, bucket }) => `${bucket} ${check}`).values()].flatMap((list) => {
      const [first] = list;
      if (!first) return [];
      const states = Object.fromEntries(list.map(({ state, verdictCount }) => [state, verdictCount]));
      return [{ check: first.check, bucket: first.bucket, states }];
    });
  }
}

const Counted = z.strictObject({
  bucket: z.number(),
  callCount: z.number(),
  error: z.number(),
  failingCount: z.number().nullable(),
});
const none = { callCount: 0, error: 0, failingCount: null };
const CountedVerdicts = z.strictObject({
  check: z.string(),
  bucket: z.number(),
  state: z.string(),
  verdictCount: z.number(),
});
