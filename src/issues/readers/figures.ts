import type { Scope } from "../../dashboards/ports/overview.ts";
import { fields } from "../../datapoints/clickhouse/fields.ts";
import type { FacetField } from "../../datapoints/lists/facets.ts";
import { hourSource } from "../../datapoints/readers/hours.ts";
import type { ReadNeeds } from "../../datapoints/readers/reads.ts";
import { matching } from "../../datapoints/readers/scope-sql.ts";
import { latencyStep } from "../../datapoints/rollups/figures.ts";
import { usageKind } from "../../datapoints/rollups/kinds.ts";
import type { Params } from "../../storage/clickhouse/client.ts";

/** What calls are counted from, with how each figure is made of it. */
export interface FigureSource {
  /** A table and a claim, for FROM. */
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
  /** A map of latency steps to calls. */
  readonly latencySteps: string;
  /** Calls without an error that a check found something with; absent: to be counted apart. */
  readonly failing?: string;
}

/** Values with how many calls have them. A call of many values counts once for each: equal lists are counted first. */
export function facetSql(field: Exclude<FacetField, "check">, { from, calls }: Pick<FigureSource, "from" | "calls">) {
  const { type, sql } = fields[field];
  const values = type === "list" ? `arrayDistinct(${sql})` : sql;
  const counted = `SELECT ${values} AS has, ${calls} AS times FROM ${from} GROUP BY has`;
  return `SELECT ${type === "list" ? "arrayJoin(has)" : "has"} AS value, toFloat64(sum(times)) AS count
    FROM (${counted}) GROUP BY value HAVING isNotNull(value) AND value != ''`;
}

/** Hours that were worked out where they answer, the rows themselves where not: both give the same figures. */
export async function figureSource(needs: ReadNeeds, scope: Scope, widthMs?: number): Promise<FigureSource> {
  return (await hourFigures(needs, scope, widthMs)) ?? rowSource(needs, scope);
}

/** Undefined where hours do not answer. */
export async function hourFigures(needs: ReadNeeds, scope: Scope, widthMs?: number): Promise<FigureSource | undefined> {
  const hours = await hourSource(needs, scope, usageKind, widthMs);
  return hours && { ...ofHours, from: hours.table, params: hours.params };
}

export function rowSource(needs: ReadNeeds, scope: Scope): FigureSource {
  const { where, params } = matching(needs, scope);
  return { ...ofRows, from: `datapoints FINAL WHERE ${where}`, params };
}

/**
 * Percentiles come from all calls, never from percentiles, within 0.4 % (quantileBFloat16), and are the same each time
 * they are asked for.
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
