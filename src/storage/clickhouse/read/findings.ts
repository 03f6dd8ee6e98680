import { z } from "zod";
import { asDatapointId, asIssueId, type IssueId, type ProjectId } from "../../../domain/ids.ts";
import type { Evidence } from "../../../domain/verdict.ts";
import type { FindingReader, IssueCounts, PageRequest } from "../../../ports/datapoint-reader.ts";
import type { ClickHouse } from "../client.ts";
import { cursorOf, placeOf } from "./cursor.ts";
import { listColumns, listedOf } from "./datapoint-columns.ts";
import { withVerdicts } from "./list.ts";
import { timeParam } from "./reads.ts";
import { filedParams } from "./verdicts.ts";

export function createFindingReader({ clickhouse }: { clickhouse: ClickHouse }): FindingReader {
  return { counts, occurrences };

  async function counts(project: ProjectId, issues: readonly IssueId[]): Promise<ReadonlyMap<IssueId, IssueCounts>> {
    if (issues.length === 0) return new Map();
    const rows = await clickhouse.select(
      "count occurrences",
      `SELECT issue_id AS issue, toFloat64(uniqExact(datapoint_id)) AS occurrences,
         toFloat64(uniqExact(user_id)) AS usersAffected, toFloat64(uniqExact(session_id)) AS sessionsAffected,
         toFloat64(toUnixTimestamp64Milli(min(at))) AS firstSeenAt, toFloat64(toUnixTimestamp64Milli(max(at))) AS lastSeenAt
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)} GROUP BY issue`,
      { project, issues },
    );
    return new Map(
      z
        .array(Counted)
        .parse(rows)
        .map(({ issue, ...counted }) => [asIssueId(issue), counted]),
    );
  }

  async function occurrences(project: ProjectId, issue: IssueId, { limit, cursor }: PageRequest) {
    const after = cursor === undefined ? undefined : placeOf(cursor);
    const rows = await clickhouse.select(
      "list occurrences",
      `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt, explanation, evidence
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id = {issue:String}
       ${after ? "AND (at, datapoint_id) < ({afterAt:DateTime64(3, 'UTC')}, {afterId:String})" : ""}
       ORDER BY at DESC, datapoint_id DESC LIMIT 1 BY datapoint_id LIMIT ${limit + 1}`,
      { project, issue, ...(after ? { afterAt: timeParam(after[0]), afterId: after[1] } : {}) },
    );
    const found = z.array(Found).parse(rows);
    const shown = found.slice(0, limit);
    const datapoints = await rowsOf(project, shown);
    const last = shown.at(-1);
    return {
      // An occurrence whose datapoint has expired before it is left out.
      items: shown.flatMap(({ id, filedAt, explanation, evidence }) => {
        const datapoint = datapoints.get(id);
        const read = JSON.parse(evidence) as readonly Evidence[];
        return datapoint ? [{ datapoint, explanation, evidence: read, at: filedAt }] : [];
      }),
      ...(last && found.length > limit ? { nextCursor: cursorOf([last.filedAt, last.id]) } : {}),
    };
  }

  async function rowsOf(project: ProjectId, found: readonly z.infer<typeof Found>[]) {
    if (found.length === 0) return new Map();
    const rows = await clickhouse.select(
      "read occurrences",
      `SELECT ${listColumns} FROM datapoints FINAL WHERE project_id = {project:String}
       AND at IN {times:Array(DateTime64(3, 'UTC'))} AND id IN {ids:Array(String)}`,
      filedParams(
        project,
        found.map(({ id, filedAt }) => ({ id: asDatapointId(id), filedAt })),
      ),
    );
    return new Map(
      (await withVerdicts({ clickhouse }, project, rows.map(listedOf))).map((row) => [row.id as string, row]),
    );
  }
}

const Counted = z.strictObject({
  issue: z.string(),
  occurrences: z.number(),
  usersAffected: z.number(),
  sessionsAffected: z.number(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
});

const Found = z.strictObject({ id: z.string(), filedAt: z.number(), explanation: z.string(), evidence: z.string() });
