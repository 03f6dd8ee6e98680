import type { FacetField, ReaderDependencies, Scope } from "../../datapoints/index.ts";
import { fields, hourSource, latencyStep, matching, usageKind } from "../../datapoints/service.ts";
import type { Params } from "../../storage/index.ts";

/** The source of call metrics, with the SQL expression of each metric. */
export interface MetricsSource {
  /** A table with its condition, for FROM. */
  readonly from: string;
  readonly params: Params;
  readonly calls: string;
  readonly errors: string;
  readonly tokensIn: string;
  readonly tokensOut: string;
  readonly tokensCached: string;
  readonly cost: string;
  readonly latencies: string;
  readonly firstTokens: string;
  /** A map from latency steps to numbers of calls. */
  readonly latencySteps: string;
  /** Calls without an error that failed a check; if absent, counted separately. */
  readonly failing?: string;
}

/**
 * Returns SQL for values with their number of calls. A call with several values counts once for each: equal
 * lists are counted first.
 */
export function facetSql(field: Exclude<FacetField, "check">, { from, calls }: Pick<MetricsSource, "from" | "calls">) {
  const { type, sql } = fields[field];
  const values = type === "list" ? `arrayDistinct(${sql})` : sql;
  const counted = `SELECT ${values} AS has, ${calls} AS times FROM ${from} GROUP BY has`;
  return `SELECT ${type === "list" ? "arrayJoin(has)" : "has"} AS value, toFloat64(sum(times)) AS count
    FROM (${counted}) GROUP BY value HAVING isNotNull(value) AND value != ''`;
}

/** Reads hourly rollups where they cover the range and rows otherwise: both give the same metrics. */
export async function metricsSource(
  dependencies: ReaderDependencies,
  scope: Scope,
  widthMs?: number,
): Promise<MetricsSource> {
  return (await hourlyMetrics(dependencies, scope, widthMs)) ?? rowSource(dependencies, scope);
}

/** Returns undefined where hourly rollups do not cover the range. */
export async function hourlyMetrics(
  dependencies: ReaderDependencies,
  scope: Scope,
  widthMs?: number,
): Promise<MetricsSource | undefined> {
  const hours = await hourSource(dependencies, scope, usageKind, widthMs);
  return hours && { ...ofHours, from: hours.table, params: hours.params };
}

export function rowSource(dependencies: ReaderDependencies, scope: Scope): MetricsSource {
  const { where, params } = matching(dependencies, scope);
  return { ...ofRows, from: `datapoints FINAL WHERE ${where}`, params };
}

/**
 * Percentiles are computed from all calls, never from other percentiles, within 0.4 % (quantileBFloat16), and
 * are reproducible.
 */
const ofRows = {
  calls: "count()",
  errors: "countIf(error_type IS NOT NULL)",
  tokensIn: "sum(input_tokens)",
  tokensOut: "sum(output_tokens)",
  tokensCached: "sum(cache_read_tokens)",
  cost: "sum(cost_usd)",
  latencies: "quantilesBFloat16(0.5, 0.95, 0.99)(toFloat32(duration_ms))",
  firstTokens: "quantileBFloat16(0.95)(toFloat32(time_to_first_token_ms))",
  latencySteps: `sumMap(map(${latencyStep}, toUInt64(1)))`,
} as const;

const ofHours = {
  calls: "sum(calls)",
  errors: "sumIf(calls, error_type IS NOT NULL)",
  failing: "sum(failing)",
  tokensIn: "sum(tokens_in)",
  tokensOut: "sum(tokens_out)",
  tokensCached: "sum(tokens_cached)",
  cost: "sum(cost)",
  latencies: "quantilesBFloat16Merge(0.5, 0.95, 0.99)(latencies)",
  firstTokens: "quantileBFloat16Merge(0.95)(first_tokens)",
  latencySteps: "sumMap(latency_steps)",
} as const;
