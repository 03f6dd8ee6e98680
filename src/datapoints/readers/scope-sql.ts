import { z } from "zod";
import type { Scope } from "../../dashboards/ports/overview.ts";
import type { Params } from "../../storage/clickhouse/client.ts";
import type { Buckets } from "../lists/buckets.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";

/** Of the time of a read: what stands beside rows gives up early, so that it never takes the engine from them. */
export const facetShare = 0.3;
export const chartShare = 0.8;

export const inRange =
  "project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}";
export const findingsInRange = `${inRange} AND kind = 'behaviour'`;

/** A check found something: every failed verdict that a monitor asked for is a finding, and those are few. */
export const isFailing = `id IN (SELECT datapoint_id FROM findings FINAL WHERE ${findingsInRange})`;

/** The number of the bucket that a row lies in. */
export const bucketSql = "toFloat64(intDiv(toUnixTimestamp64Milli(at) - {first:Int64}, {width:Int64}))";

/**
 * A row stays under the time it was filed at, so versions of it never lie in two partitions. Without this, tables whose
 * key has no time are merged as a whole, however short the range is.
 */
export const oneWeekAtATime = "SETTINGS do_not_merge_across_partitions_select_final = 1";

export const bucketParams = ({ firstMs, widthMs }: Buckets): Params => ({ first: firstMs, width: widthMs });

export const rangeParams = ({ project, range }: Pick<Scope, "project" | "range">): Params => ({
  project,
  from: timeParam(range.from),
  to: timeParam(range.to),
});

/** The rows of `datapoints` that are meant, as a claim with its parameters. */
export function matching({ compile }: Pick<ReadNeeds, "compile">, scope: Scope) {
  const { sql, params } = compile(scope.query);
  return { where: `${inRange} AND (${sql})`, params: { ...params, ...rangeParams(scope) } };
}

/**
 * Calls that did not fail and that a check found something with. Findings are few: without a filter they alone are
 * read, and a call counts as failed where a monitor found its error.
 */
export async function failingByBucket(
  { clickhouse, compile }: ReadNeeds,
  scope: Scope,
  buckets: Buckets,
  share: number,
): Promise<ReadonlyMap<number, number>> {
  const { where, params } = matching({ compile }, scope);
  const found =
    scope.query.kind === "all"
      ? `SELECT bucket, toFloat64(countIf(isWrong AND NOT isError)) AS failing FROM (
           SELECT datapoint_id, any(${bucketSql}) AS bucket, max(kind = 'behaviour') AS isWrong, max(kind = 'error') AS isError
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
