import { z } from "zod";
import type { Params } from "../../storage/index.ts";
import type { Buckets } from "../lists/buckets.ts";
import type { Scope } from "../ports/scope.ts";
import { type ReaderDependencies, timeParam } from "./reads.ts";

/** Share of the read timeout: aggregates next to rows give up early, so that they never block the rows. */
export const facetShare = 0.3;
export const chartShare = 0.8;

export const inRange =
  "project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}";
export const findingsInRange = `${inRange} AND kind = 'behavior'`;

/** Whether a check failed: every failed verdict that a monitor requested is a finding, and findings are few. */
export const isFailing = `id IN (SELECT datapoint_id FROM findings FINAL WHERE ${findingsInRange})`;

/** Index of the row's bucket. */
export const bucketSql = "toFloat64(intDiv(toUnixTimestamp64Milli(at) - {first:Int64}, {width:Int64}))";

/**
 * A row keeps its partition time, so versions of it are never in two partitions. Without this setting, tables
 * whose key has no time are merged as a whole, however short the range is.
 */
export const oneWeekAtATime = "SETTINGS do_not_merge_across_partitions_select_final = 1";

export const bucketParams = ({ firstMs, widthMs }: Buckets): Params => ({ first: firstMs, width: widthMs });

export const rangeParams = ({ project, range }: Pick<Scope, "project" | "range">): Params => ({
  project,
  from: timeParam(range.from),
  to: timeParam(range.to),
});

/** Returns the predicate, with its parameters, for the rows of `datapoints` in a scope. */
export function matching({ compile }: Pick<ReaderDependencies, "compile">, scope: Scope) {
  const { sql, params } = compile(scope.query);
  return { where: `${inRange} AND (${sql})`, params: { ...params, ...rangeParams(scope) } };
}

/**
 * Counts calls that did not fail but have a finding of a check. Findings are few: without a filter only they are
 * read, and a call counts as failed if a monitor found its error.
 */
export async function failingByBucket(
  { clickhouse, compile }: ReaderDependencies,
  scope: Scope,
  buckets: Buckets,
  share: number,
): Promise<ReadonlyMap<number, number>> {
  const { where, params } = matching({ compile }, scope);
  const found =
    scope.query.kind === "all"
      ? `SELECT bucket, toFloat64(countIf(isWrong AND NOT isError)) AS failing FROM (
           SELECT datapoint_id, any(${bucketSql}) AS bucket, max(kind = 'behavior') AS isWrong, max(kind = 'error') AS isError
           FROM findings FINAL WHERE ${inRange} GROUP BY datapoint_id) GROUP BY bucket ${oneWeekAtATime}`
      : `SELECT ${bucketSql} AS bucket, toFloat64(count()) AS failing FROM datapoints FINAL
         WHERE ${where} AND error_type IS NULL AND ${isFailing} GROUP BY bucket ${oneWeekAtATime}`;
  const rows = await clickhouse.select("count failing", found, { ...params, ...bucketParams(buckets) }, { share });
  return new Map(
    z
      .array(z.strictObject({ bucket: z.number(), failing: z.number() }))
      .parse(rows)
      .map((row) => [row.bucket, row.failing]),
  );
}
