import { z } from "zod";
import { oneWeekAtATime, timeParam } from "../../datapoints/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { FacetValue, IssueGroup } from "../ports/findings.ts";

/** Fields that tell where an issue happens, with their columns of `datapoints`. */
const facets = [
  ["model", "request_model"],
  ["service", "service"],
  ["release", "release"],
  ["env", "environment"],
  ["provider", "provider"],
] as const;

const newestAtMost = 50_000;
const valuesAtMost = 10;

/** Reads the distribution of an issue's facets over its newest calls. */
export async function readIssueFacets(
  clickhouse: ClickHouse,
  project: ProjectId,
  { issue: { id, mergedIds }, range }: { readonly issue: IssueGroup; readonly range: Range },
): Promise<readonly FacetValue[]> {
  const pairs = facets.map(([field, column]) => `('${field}', toString(ifNull(${column}, '')))`).join(", ");
  const rows = await clickhouse.select(
    "count facets of an issue",
    `SELECT pair.1 AS field, pair.2 AS value, toFloat64(count()) AS count FROM (
       SELECT arrayJoin([${pairs}]) AS pair FROM (
         SELECT ${facets.map(([, column]) => column).join(", ")} FROM datapoints FINAL
         WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
           AND id IN (SELECT datapoint_id FROM findings FINAL WHERE project_id = {project:String}
             AND issue_id IN {issues:Array(String)} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')})
         ORDER BY at DESC LIMIT ${newestAtMost}
       )
     ) WHERE value != '' GROUP BY field, value ORDER BY count DESC, value LIMIT ${valuesAtMost} BY field ${oneWeekAtATime}`,
    { project, issues: [id, ...mergedIds], from: timeParam(range.from), to: timeParam(range.to) },
  );
  return z.array(Row).parse(rows);
}

const Row = z.strictObject({ field: z.string(), value: z.string(), count: z.number() });
