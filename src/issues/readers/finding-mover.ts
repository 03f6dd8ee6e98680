import { z } from "zod";
import type { GroupingField } from "../../monitors/index.ts";
import { asDatapointId, asMonitorId, type ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { FindingMover } from "../ports/finding-mover.ts";
import type { IssueGroup } from "../ports/findings.ts";

/** Columns of `datapoints` by which issues are grouped. */
const columns: Readonly<Record<GroupingField, string>> = {
  model: "request_model",
  service: "service",
  release: "release",
  env: "environment",
  provider: "provider",
};

/**
 * Rewrites rows of `findings` under another issue. Rows are chosen in an inner statement, because a changed column
 * would take the place of the stored one in WHERE. A copy has the version of its row, so that a later assembling of
 * the trace replaces it; the deleted row has the next one.
 */
export function createFindingMover({ clickhouse }: { clickhouse: ClickHouse }): FindingMover {
  return {
    async groups(project, issue, by, atMost) {
      const rows = await clickhouse.select(
        "group findings of an issue",
        `SELECT facetValues AS \`values\`, toFloat64(toUnixTimestamp64Milli(min(seen))) AS firstAt,
           toFloat64(toUnixTimestamp64Milli(max(seen))) AS lastAt, argMax(id, seen) AS datapointId
         FROM (
           SELECT id, [${by.map(textOf).join(", ")}] AS facetValues, at AS seen FROM datapoints FINAL
           WHERE project_id = {project:String} AND id IN (${found})
         ) GROUP BY facetValues ORDER BY count() DESC, facetValues LIMIT ${atMost + 1}`,
        paramsOf(project, issue),
      );
      return z
        .array(Group)
        .parse(rows)
        .map(({ datapointId, ...group }) => ({ ...group, datapointId: asDatapointId(datapointId) }));
    },

    async monitors(project, issue) {
      const rows = await clickhouse.select(
        "list monitors of an issue",
        `SELECT DISTINCT monitor_id AS id FROM findings FINAL WHERE ${ofIssue}`,
        paramsOf(project, issue),
      );
      return z
        .array(z.strictObject({ id: z.string() }))
        .parse(rows)
        .map(({ id }) => asMonitorId(id));
    },

    copy: (project, issue, { by, values, issueId }) =>
      clickhouse.command(
        "copy findings to another issue",
        `INSERT INTO findings SELECT * REPLACE (toLowCardinality({to:String}) AS issue_id) FROM (
           SELECT * FROM findings FINAL WHERE ${ofIssue}
           AND datapoint_id IN (SELECT id FROM datapoints FINAL WHERE project_id = {project:String} AND id IN (${found})
             AND [${by.map(textOf).join(", ")}] = {values:Array(String)})
         )`,
        { ...paramsOf(project, issue), values, to: issueId },
      ),

    removeCopied: (project, issue, to) =>
      clickhouse.command(
        "delete findings that were copied",
        `INSERT INTO findings SELECT * REPLACE (version + 1 AS version, toUInt8(1) AS is_deleted) FROM (
           SELECT * FROM findings FINAL WHERE ${ofIssue}
           AND (datapoint_id, check, monitor_id) IN (SELECT datapoint_id, check, monitor_id FROM findings FINAL
             WHERE project_id = {project:String} AND issue_id IN {to:Array(String)})
         )`,
        { ...paramsOf(project, issue), to },
      ),
  };
}

const ofIssue = "project_id = {project:String} AND issue_id IN {issues:Array(String)}";
const found = `SELECT datapoint_id FROM findings FINAL WHERE ${ofIssue}`;
const textOf = (field: GroupingField) => `toString(ifNull(${columns[field]}, ''))`;
const paramsOf = (project: ProjectId, { id, mergedIds }: IssueGroup) => ({ project, issues: [id, ...mergedIds] });

const Group = z.strictObject({
  values: z.array(z.string()),
  firstAt: z.number(),
  lastAt: z.number(),
  datapointId: z.string(),
});
