import { z } from "zod";
import type { Buckets } from "../../../domain/buckets.ts";
import type { SplitField } from "../../../domain/facets.ts";
import type { Scope, Usage } from "../../../ports/overview.ts";
import { fields } from "../fields.ts";
import { type ReadNeeds, withoutNulls } from "./reads.ts";
import { bucketParams, bucketSql, chartSeconds, failingByBucket, matching, oneWeekAtATime } from "./scope-sql.ts";

/**
 * What calls took and cost, by time. Percentiles come from all calls of a bucket, never from percentiles, within 0.4 %
 * (quantileBFloat16), and are the same each time they are asked for.
 */
export async function usageOf(
  needs: ReadNeeds,
  scope: Scope,
  buckets: Buckets,
  by?: SplitField,
): Promise<readonly Usage[]> {
  const { where, params } = matching(needs, scope);
  const failing = by ? undefined : failingByBucket(needs, scope, buckets, chartSeconds);
  // Awaited below; a rejection before that is not one that nobody hears.
  failing?.catch(() => undefined);
  const rows = await needs.clickhouse.select(
    "count usage by time",
    `SELECT ${bucketSql} AS bucket, ${by ? `${nameSql(by)} AS name` : "NULL AS name"},
       toFloat64(count()) AS calls, toFloat64(countIf(error_type IS NOT NULL)) AS errors,
       sum(input_tokens) AS inputTokens, sum(output_tokens) AS outputTokens, sum(cache_read_tokens) AS cacheReadTokens,
       sum(cost_usd) AS costUsd,
       quantilesBFloat16(0.5, 0.95, 0.99)(toFloat32(duration_ms)) AS latencies,
       quantileBFloat16(0.95)(toFloat32(time_to_first_token_ms)) AS timeToFirstTokenP95Ms
     FROM datapoints FINAL WHERE ${where} GROUP BY bucket, name ORDER BY bucket, name ${oneWeekAtATime}`,
    { ...params, ...bucketParams(buckets) },
    { seconds: chartSeconds },
  );
  const failingIn = await failing;
  return z
    .array(Row)
    .parse(rows)
    .map(({ latencies: [latencyP50Ms = null, latencyP95Ms = null, latencyP99Ms = null], ...row }) =>
      withoutNulls({
        ...row,
        failing: failingIn && Math.min(failingIn.get(row.bucket) ?? 0, row.calls - row.errors),
        latencyP50Ms,
        latencyP95Ms,
        latencyP99Ms,
      }),
    ) as readonly Usage[];
}

/** One value per call: a call is never counted under two models. */
function nameSql(by: SplitField): string {
  return by === "model" ? "ifNull(response_model, request_model)" : fields[by].sql;
}

const number = z.number().nullable();
const Row = z.strictObject({
  bucket: z.number(),
  name: z.string().nullable(),
  calls: z.number(),
  errors: z.number(),
  inputTokens: number,
  outputTokens: number,
  cacheReadTokens: number,
  costUsd: number,
  latencies: z.array(number),
  timeToFirstTokenP95Ms: number,
});
