import { z } from "zod";
import type { Buckets, ReaderDependencies, Scope, SplitField } from "../../datapoints/index.ts";
import {
  bucketParams,
  bucketSql,
  chartShare,
  failingByBucket,
  fields,
  oneWeekAtATime,
  withoutNulls,
} from "../../datapoints/service.ts";
import { metricsSource } from "../../issues/service.ts";
import type { Usage } from "../ports/overview.ts";

/** Returns the usage, latency and cost of calls over time. */
export async function usageOf(
  dependencies: ReaderDependencies,
  scope: Scope,
  buckets: Buckets,
  by?: SplitField,
): Promise<readonly Usage[]> {
  const source = await metricsSource(dependencies, scope, buckets.widthMs);
  const failing = by || source.failing ? undefined : failingByBucket(dependencies, scope, buckets, chartShare);
  // Awaited below; this handler prevents an unhandled rejection before that.
  failing?.catch(() => undefined);
  const rows = await dependencies.clickhouse.select(
    "count usage by time",
    `SELECT ${bucketSql} AS bucket, ${by ? `${nameSql(by)} AS name` : "NULL AS name"},
       toFloat64(${source.calls}) AS callCount, toFloat64(${source.errors}) AS errors,
       ${source.failing && !by ? `toFloat64(${source.failing})` : "NULL"} AS failingCount,
       ${source.tokensIn} AS inputTokens, ${source.tokensOut} AS outputTokens, ${source.tokensCached} AS cacheReadTokens,
       ${source.cost} AS costUsd, ${source.latencies} AS latencyPercentiles, ${source.firstTokens} AS timeToFirstTokenP95Ms
     FROM ${source.from} GROUP BY bucket, name ORDER BY bucket, name ${oneWeekAtATime}`,
    { ...source.params, ...bucketParams(buckets) },
    { share: chartShare },
  );
  const failingIn = await failing;
  return z
    .array(Row)
    .parse(rows)
    .map(({ latencyPercentiles, callCount: calls, failingCount, ...row }) => {
      const [latencyP50Ms = null, latencyP95Ms = null, latencyP99Ms = null] = latencyPercentiles;
      const found = failingCount ?? failingIn?.get(row.bucket) ?? 0;
      const failing = by ? null : Math.min(found, calls - row.errors);
      return withoutNulls({ ...row, calls, failing, latencyP50Ms, latencyP95Ms, latencyP99Ms });
    }) as readonly Usage[];
}

/** Picks one value per call, so that no call is counted under two models. */
function nameSql(by: SplitField): string {
  return by === "model" ? "ifNull(response_model, request_model)" : fields[by].sql;
}

const number = z.number().nullable();
const Row = z.strictObject({
  bucket: z.number(),
  name: z.string().nullable(),
  callCount: z.number(),
  errors: z.number(),
  failingCount: number,
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  costUsd: number,
  latencyPercentiles: z.array(number),
  timeToFirstTokenP95Ms: number,
});
