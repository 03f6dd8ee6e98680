import { z } from "zod";
import { cursorOf, oneWeekAtATime, positionOf, rowsAt, storedEvidence, timeParam } from "../../datapoints/service.ts";
import { asDatapointId, asIssueId, type IssueId, type ProjectId } from "../../platform/ids.ts";
import type { PageRequest } from "../../platform/paging.ts";
import type { ClickHouse } from "../../storage/index.ts";
import { json } from "../../storage/service.ts";
import type { FindingReader, IssueCounts, IssueGroup, Steps } from "../ports/findings.ts";
import { readIssueFacets } from "./issue-facets.ts";
import { groupedBy } from "./issue-groups.ts";

export function createFindingReader({ clickhouse }: { clickhouse: ClickHouse }): FindingReader {
  return {
    counts,
    occurrences,
    trend,
    facets: (project, issue, range) => readIssueFacets(clickhouse, project, { issue, range }),
  };

  async function counts(project: ProjectId, groups: readonly IssueGroup[]): Promise<ReadonlyMap<IssueId, IssueCounts>> {
    if (groups.length === 0) return new Map();
    const { issue, params } = groupedBy(groups);
    const rows = await clickhouse.select(
      "count occurrences",
      `SELECT ${issue} AS issue, toFloat64(${datapointCount}) AS occurrences,
         toFloat64(uniqExact(user_id)) AS usersAffected, toFloat64(uniqExact(session_id)) AS sessionsAffected,
         toFloat64(uniqExactIf(datapoint_id, retries > 0)) AS retried, toFloat64(max(retries)) AS mostRetries,
         toFloat64(toUnixTimestamp64Milli(min(at))) AS firstSeenAt, toFloat64(toUnixTimestamp64Milli(max(at))) AS lastSeenAt
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)}
       GROUP BY issue ${oneWeekAtATime}`,
      { project, ...params },
    );
    return new Map(
      z
        .array(Counted)
        .parse(rows)
        .map(({ issue, ...counted }) => [asIssueId(issue), counted]),
    );
  }

  async function trend(project: ProjectId, groups: readonly IssueGroup[], { from, stepMs, count }: Steps) {
    const counted = new Map<IssueId, number[]>();
    if (groups.length === 0) return counted;
    const { issue, params } = groupedBy(groups);
    const rows = await clickhouse.select(
      "count occurrences over time",
      `SELECT ${issue} AS issue, toFloat64(intDiv(toUnixTimestamp64Milli(at) - {start:Int64}, {step:Int64})) AS place,
         toFloat64(${datapointCount}) AS occurrences
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)}
         AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')} GROUP BY issue, place ${oneWeekAtATime}`,
      {
        project,
        ...params,
        start: Math.round(from),
        step: stepMs,
        from: timeParam(from),
        to: timeParam(from + stepMs * count),
      },
    );
    for (const row of z.array(Step).parse(rows)) {
      const id = asIssueId(row.issue);
      const steps = counted.get(id) ?? Array.from({ length: count }, () => 0);
      steps[row.place] = row.occurrences;
      counted.set(id, steps);
    }
    return counted;
  }

  async function occurrences(project: ProjectId, { id: issue, mergedIds }: IssueGroup, { limit, cursor }: PageRequest) {
    const after = cursor === undefined ? undefined : positionOf(cursor);
    const rows = await clickhouse.select(
      "list occurrences",
      `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, explanation, evidence
       FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)}
       ${after ? "AND (at, datapoint_id) < ({afterAt:DateTime64(3, 'UTC')}, {afterId:String})" : ""}
       ORDER BY at DESC, datapoint_id DESC LIMIT 1 BY datapoint_id LIMIT ${limit + 1} ${oneWeekAtATime}`,
      { project, issues: [issue, ...mergedIds], ...(after ? { afterAt: timeParam(after[0]), afterId: after[1] } : {}) },
    );
    const found = z.array(Found).parse(rows);
    const shown = found.slice(0, limit);
    const filed = shown.map(({ id, partitionTime }) => ({ id: asDatapointId(id), partitionTime }));
    const datapoints = await rowsAt({ clickhouse }, project, filed);
    const last = shown.at(-1);
    return {
      // Occurrences whose datapoint has expired are omitted.
      items: shown.flatMap(({ id, partitionTime, explanation, evidence }) => {
        const datapoint = datapoints.get(id);
        return datapoint ? [{ datapoint, explanation, evidence, at: partitionTime }] : [];
      }),
      ...(last && found.length > limit ? { nextCursor: cursorOf([last.partitionTime, last.id]) } : {}),
    };
  }
}

/**
 * Counts 64-bit hashes of ids, a third of the work: among a million, one count in thirty million is too small
 * by one.
 */
const datapointCount = "uniqExact(sipHash64(datapoint_id))";

const Counted = z.strictObject({
  issue: z.string(),
  occurrences: z.number(),
  usersAffected: z.number(),
  sessionsAffected: z.number(),
  retried: z.number(),
  mostRetries: z.number(),
  firstSeenAt: z.number(),
  lastSeenAt: z.number(),
});

const Step = z.strictObject({ issue: z.string(), place: z.number(), occurrences: z.number() });

const Found = z.strictObject({
  id: z.string(),
  partitionTime: z.number(),
  explanation: z.string(),
  evidence: json(storedEvidence),
});
