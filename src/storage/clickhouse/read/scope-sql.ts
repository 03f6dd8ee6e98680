import type { Buckets } from "../../../domain/buckets.ts";
import type { FacetField } from "../../../domain/facets.ts";
import type { Scope } from "../../../ports/overview.ts";
import type { Params } from "../client.ts";
import { fields } from "../fields.ts";
import { type ReadNeeds, timeParam } from "./reads.ts";

/** What stands beside rows gives up early, so that it never takes the engine from them. */
export const facetSeconds = 3;
export const chartSeconds = 8;

export const inRange =
  "project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}";
export const findingsInRange = `${inRange} AND kind = 'behaviour'`;

/** A check found something: every failed verdict that a monitor asked for is a finding, and those are few. */
export const isFailing = `id IN (SELECT datapoint_id FROM findings FINAL WHERE ${findingsInRange})`;

/** The number of the bucket that a row lies in. */
export const bucketSql = "toFloat64(intDiv(toUnixTimestamp64Milli(at) - {first:Int64}, {width:Int64}))";

/** The time is part of the key, so versions of a row never lie in two partitions. */
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

/** A row of many values counts once for each. */
export function valueSql(field: Exclude<FacetField, "check">): string {
  const { type, sql } = fields[field];
  return type === "list" ? `arrayJoin(arrayDistinct(${sql}))` : sql;
}
