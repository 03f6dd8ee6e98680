import { TupleParam } from "@clickhouse/client";
import { z } from "zod";
import { asDatapointId, asIssueId, asMonitorId, type ProjectId } from "../../platform/ids.ts";
import type { ClickHouse, Params } from "../../storage/index.ts";
import type { StoredReading } from "../ports/datapoint-reader.ts";
import { timeParam, withoutNulls } from "../readers/reads.ts";
import { oneWeekAtATime } from "../readers/scope-sql.ts";
import type { StoredVerdict } from "../verdicts/verdict.ts";
import { pipeline } from "./trace-summaries.ts";

/** Selects datapoints: a predicate over rows of `datapoints`, its parameters, and the time range of the rows. */
export interface ReadingSelection {
  readonly where: string;
  readonly params: Params;
  readonly from: number;
  readonly to: number;
}

/** Times and ids of about 50 characters in one request field, which is limited to 128 KB. */
const readingsAtOnce = 1000;

const verdictSql = `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(verdicts.at)) AS partitionTime, check,
    check_version AS version, options, state, reason, monitor_ids AS monitorIds
  FROM verdicts FINAL PREWHERE project_id = {project:String}
    AND (at, datapoint_id) IN {keys:Array(Tuple(DateTime64(3, 'UTC'), String))}
  ORDER BY check, version, options ${oneWeekAtATime}`;

const findingSql = `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(findings.at)) AS partitionTime,
    issue_id AS issueId, check, monitor_id AS monitorId
  FROM findings FINAL PREWHERE project_id = {project:String} AND datapoint_id IN {ids:Array(String)}
  ORDER BY issueId, check, monitorId`;

/**
 * Returns stored datapoints by trace, with what identifies their verdicts and findings (read by key, in groups).
 * A call stored under two times is returned twice, each with the verdicts of its time.
 */
export async function readingsOf(
  clickhouse: ClickHouse,
  project: ProjectId,
  { where, params, from, to }: ReadingSelection,
): Promise<ReadonlyMap<string, readonly StoredReading[]>> {
  const values = { ...params, project, from: timeParam(from - 1), to: timeParam(to + 1) };
  // Reads by key, not by trace: a deleted row has no trace id, but must replace the row before it.
  const readings = z.array(ReadingRow).parse(
    await clickhouse.select(
      "read a trace's readings",
      `SELECT id, trace_id AS traceId, toFloat64(toUnixTimestamp64Milli(at)) AS partitionTime, span_ids AS spanIds
       FROM datapoints FINAL PREWHERE project_id = {project:String} AND (at, id) IN (
         SELECT at, id FROM datapoints PREWHERE ${where}
         WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at <= {to:DateTime64(3, 'UTC')}
       ) ORDER BY partitionTime, id ${oneWeekAtATime}`,
      values,
      pipeline,
    ),
  );
  const [verdicts, findings] = await Promise.all([
    ofReadings("read verdicts of readings", verdictSql, readings),
    ofReadings("read findings of readings", findingSql, readings),
  ]);
  const verdictsOf = Map.groupBy(z.array(VerdictRow).parse(verdicts), keyOf);
  const knownKeys = new Set(readings.map(keyOf));
  const last = new Map(readings.map((reading) => [reading.id, keyOf(reading)]));
  // A finding has one row whatever its time: if its own reading is gone, it belongs to the remaining one.
  const findingsOf = Map.groupBy(z.array(FindingRow).parse(findings), (finding) =>
    knownKeys.has(keyOf(finding)) ? keyOf(finding) : last.get(finding.id),
  );
  const grouped = Map.groupBy(readings, ({ traceId }) => traceId);
  return new Map([...grouped].map(([traceId, rows]) => [traceId, rows.map(readingOf)]));

  async function ofReadings(doing: string, sql: string, all: readonly z.infer<typeof ReadingRow>[]) {
    const found: unknown[] = [];
    for (let first = 0; first < all.length; first += readingsAtOnce) {
      const some = all.slice(first, first + readingsAtOnce);
      const keys = some.map(({ id, partitionTime }) => new TupleParam([timeParam(partitionTime), id]));
      const ids = some.map(({ id }) => id);
      const own = sql === verdictSql ? { keys } : { ids };
      found.push(...(await clickhouse.select(doing, sql, { project, ...own }, pipeline)));
    }
    return found;
  }

  function readingOf(row: z.infer<typeof ReadingRow>): StoredReading {
    const { id, partitionTime, spanIds } = row;
    return {
      id: asDatapointId(id),
      partitionTime,
      spanIds,
      verdicts: (verdictsOf.get(keyOf(row)) ?? []).map(verdictOf),
      findings: (findingsOf.get(keyOf(row)) ?? []).map(({ issueId, check, monitorId }) => ({
        issueId: asIssueId(issueId),
        check,
        monitorId: asMonitorId(monitorId),
      })),
    };
  }
}

const keyOf = ({ id, partitionTime }: { id: string; partitionTime: number }) => `${partitionTime} ${id}`;

function verdictOf({ check, version, options, state, reason, monitorIds }: z.infer<typeof VerdictRow>): StoredVerdict {
  const named = { ...withoutNulls({ reason }), check, version, options };
  return { ...named, state: state as StoredVerdict["state"], monitorIds: monitorIds.map(asMonitorId) };
}

const keyColumns = { id: z.string(), partitionTime: z.number() };
const ReadingRow = z.strictObject({ ...keyColumns, traceId: z.string(), spanIds: z.array(z.string()) });
const VerdictRow = z.strictObject({
  ...keyColumns,
  check: z.string(),
  version: z.number(),
  options: z.string(),
  state: z.string(),
  reason: z.string().nullable(),
  monitorIds: z.array(z.string()),
});
const FindingRow = z.strictObject({ ...keyColumns, issueId: z.string(), check: z.string(), monitorId: z.string() });
