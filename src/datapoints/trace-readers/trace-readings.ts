import { TupleParam } from "@clickhouse/client";
import { z } from "zod";
import type { StoredVerdict } from "../../pipeline/ports/kept.ts";
import { asDatapointId, asIssueId, asMonitorId, type ProjectId } from "../../platform/ids.ts";
import type { ClickHouse, Params } from "../../storage/clickhouse/client.ts";
import type { StoredReading } from "../ports/datapoint-reader.ts";
import { timeParam, withoutNulls } from "../readers/reads.ts";
import { oneWeekAtATime } from "../readers/scope-sql.ts";
import { pipeline } from "./trace-summaries.ts";

/** Which datapoints: a claim over rows of `datapoints`, with its values, and the times between which they lie. */
export interface ReadingSelection {
  readonly where: string;
  readonly params: Params;
  readonly from: number;
  readonly to: number;
}

/** Times and ids of about 50 characters in one field of a request, which has a limit of 128 KB. */
const readingsAtOnce = 1000;

const verdictSql = `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(verdicts.at)) AS partitionTime, check,
    check_version AS version, options, state, because, monitor_ids AS monitorIds
  FROM verdicts FINAL PREWHERE project_id = {project:String}
    AND (at, datapoint_id) IN {keys:Array(Tuple(DateTime64(3, 'UTC'), String))}
  ORDER BY check, version, options ${oneWeekAtATime}`;

const findingSql = `SELECT datapoint_id AS id, toFloat64(toUnixTimestamp64Milli(findings.at)) AS partitionTime,
    issue_id AS issueId, check, monitor_id AS monitorId
  FROM findings FINAL PREWHERE project_id = {project:String} AND datapoint_id IN {ids:Array(String)}
  ORDER BY issueId, check, monitorId`;

/**
 * Stored datapoints with what names their verdicts and findings, by trace. Those are found by
 * key, in groups. A call that is stored under two times is given twice, each with the verdicts of its time.
 */
export async function readingsOf(
  clickhouse: ClickHouse,
  project: ProjectId,
  { where, params, from, to }: ReadingSelection,
): Promise<ReadonlyMap<string, readonly StoredReading[]>> {
  const values = { ...params, project, from: timeParam(from - 1), to: timeParam(to + 1) };
  // By key, and not by trace: a deleted row names no trace, and it must be seen to replace the one before it.
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
  const verdictsOf = Map.groupBy(z.array(VerdictRow).parse(verdicts), placeOf);
  const places = new Set(readings.map(placeOf));
  const last = new Map(readings.map((reading) => [reading.id, placeOf(reading)]));
  // A finding is one row whatever its time: where its own reading is gone, it belongs to the one that is left.
  const findingsOf = Map.groupBy(z.array(FindingRow).parse(findings), (finding) =>
    places.has(placeOf(finding)) ? placeOf(finding) : last.get(finding.id),
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
      verdicts: (verdictsOf.get(placeOf(row)) ?? []).map(verdictOf),
      findings: (findingsOf.get(placeOf(row)) ?? []).map(({ issueId, check, monitorId }) => ({
        issueId: asIssueId(issueId),
        check,
        monitorId: asMonitorId(monitorId),
      })),
    };
  }
}

const placeOf = ({ id, partitionTime }: { id: string; partitionTime: number }) => `${partitionTime} ${id}`;

function verdictOf({ check, version, options, state, because, monitorIds }: z.infer<typeof VerdictRow>): StoredVerdict {
  const named = { ...withoutNulls({ because }), check, version, options };
  return { ...named, state: state as StoredVerdict["state"], monitorIds: monitorIds.map(asMonitorId) };
}

const place = { id: z.string(), partitionTime: z.number() };
const ReadingRow = z.strictObject({ ...place, traceId: z.string(), spanIds: z.array(z.string()) });
const VerdictRow = z.strictObject({
  ...place,
  check: z.string(),
  version: z.number(),
  options: z.string(),
  state: z.string(),
  because: z.string().nullable(),
  monitorIds: z.array(z.string()),
});
const FindingRow = z.strictObject({ ...place, issueId: z.string(), check: z.string(), monitorId: z.string() });
