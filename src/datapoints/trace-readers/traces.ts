import type { ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import type { DatapointRow, StoredTrace, TraceReader } from "../ports/datapoint-reader.ts";
import { listColumns, listedOf } from "../readers/datapoint-columns.ts";
import { withVerdicts } from "../readers/list.ts";
import { timeParam } from "../readers/reads.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";
import { partsOf } from "./trace-parts.ts";
import { summariesOf } from "./trace-summaries.ts";

const ofTrace = "project_id = {project:String} AND trace_id = {traceId:String}";
const inTime = "at >= {from:DateTime64(3, 'UTC')} AND at <= {to:DateTime64(3, 'UTC')}";

/** Limit of a trace page: the first spans and log records by time. */
const pageItems = 5000;
const pageBytes = 33_554_432;
/** Their ids travel in one request field, which is limited to 128 KB. */
const countedAtOnce = 2000;

export function createTraceReader({ clickhouse }: { clickhouse: ClickHouse }): TraceReader {
  return {
    trace,
    summaries: (traces) => summariesOf(clickhouse, traces),
    parts: (project, requests) => partsOf(clickhouse, project, requests),
  };

  async function trace(project: ProjectId, traceId: string): Promise<StoredTrace | undefined> {
    const params = { project, traceId };
    const [spanRows, logRows] = await Promise.all([
      clickhouse.select("read spans", firstOf("spans", spanColumns, "start_ns", "span_id"), params),
      clickhouse.select("read log records", firstOf("log_records", logColumns, "time_ns", "log_id"), params),
    ]);
    const [spans, logs] = [spanRows.map(spanOf), logRows.map(logOf)];
    if (spans.length + logs.length === 0) return undefined;
    const times = [...spans, ...logs].flatMap(({ partitionTime, receivedAt }) => [partitionTime, receivedAt]);
    const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const to = times.reduce((most, time) => Math.max(most, time), 0);
    const datapoints = await clickhouse.select(
      "read a trace's datapoints",
      `SELECT ${listColumns} FROM datapoints FINAL WHERE ${ofTrace} AND ${inTime} ORDER BY at, id LIMIT ${pageItems}`,
      { ...params, from: timeParam(from - 1), to: timeParam(to + 1) },
    );
    const isCut = await hasMore(params, spans.length, logs.length);
    const listed = datapoints.map(listedOf);
    const rows: DatapointRow[] = [];
    for (let first = 0; first < listed.length; first += countedAtOnce)
      rows.push(...(await withVerdicts({ clickhouse }, project, listed.slice(first, first + countedAtOnce))));
    return { spans, logs, datapoints: rows, ...(isCut ? { isCut } : {}) };
  }

  /** Whether the trace has rows beyond the page. */
  async function hasMore(params: Readonly<Record<string, unknown>>, spans: number, logs: number): Promise<boolean> {
    const rows = await clickhouse.select(
      "count a trace",
      `SELECT (SELECT uniqExact(span_id) FROM spans PREWHERE ${ofTrace}) > {spans:UInt32}
         OR (SELECT uniqExact(span_id, log_id) FROM log_records PREWHERE ${ofTrace}) > {logs:UInt32} AS more`,
      { ...params, spans, logs },
    );
    return (rows[0] as { more?: unknown } | undefined)?.more === 1;
  }
}

/** Selects the first rows of a trace by time from narrow columns, before the wide ones are read. */
function firstOf(table: string, columns: string, time: string, id: string): string {
  return `SELECT ${columns} FROM ${table} FINAL PREWHERE ${ofTrace} AND (span_id, ${id}) IN (
      SELECT span_id, ${id} FROM (
        SELECT span_id, ${id}, ${time}, bytes, sum(bytes) OVER (ORDER BY ${time}, span_id, ${id}) AS upTo
        FROM (SELECT span_id, ${id}, ${time}, bytes FROM ${table} FINAL PREWHERE ${ofTrace}
          ORDER BY ${time}, span_id, ${id} LIMIT ${pageItems})
      ) WHERE upTo - bytes < ${pageBytes}
    ) ORDER BY ${time}, ${id}`;
}
