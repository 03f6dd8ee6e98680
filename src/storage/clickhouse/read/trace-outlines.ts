import { z } from "zod";
import type { SpanOutline } from "../../../domain/trace-tree.ts";
import type { TraceOutlineReader } from "../../../ports/trace-outlines.ts";
import type { ClickHouse } from "../client.ts";
import { listColumns, listedOf } from "./datapoint-columns.ts";
import { timeParam, withoutNulls } from "./reads.ts";
import { inRange, oneWeekAtATime } from "./scope-sql.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";

/** What one look may read; a trace of more says so. */
const spansAtMost = 50_000;

const ofTrace = "project_id = {project:String} AND trace_id = {traceId:String}";

export function createTraceOutlineReader({ clickhouse }: { clickhouse: ClickHouse }): TraceOutlineReader {
  return {
    async outline(project, traceId) {
      const rows = await clickhouse.select(
        "read the outline of a trace",
        `SELECT span_id AS spanId, parent_span_id AS parentSpanId, name, kind, start_ns / 1e6 AS startedAt,
           toFloat64(toInt64(end_ns) - toInt64(start_ns)) / 1e6 AS durationMs, status,
           nullIf(resource['service.name'], '') AS service, datapoint_id AS datapointId,
           toFloat64(count() OVER ()) AS total,
           toFloat64(toUnixTimestamp64Milli(min(least(at, received_at)) OVER ())) AS filedFrom,
           toFloat64(toUnixTimestamp64Milli(max(greatest(at, received_at)) OVER ())) AS filedTo
         FROM spans FINAL WHERE ${ofTrace} ORDER BY start_ns, span_id LIMIT ${spansAtMost}`,
        { project, traceId },
      );
      const found = z.array(Outline).parse(rows);
      const [first] = found;
      if (!first) return undefined;
      const filed = { from: first.filedFrom, to: first.filedTo + 1 };
      return { spans: found.map(outlineOf), total: first.total, filed };
    },

    async calls(project, { from, to }, ids) {
      if (ids.length === 0) return new Map();
      const rows = await clickhouse.select(
        "read the calls of a trace",
        `SELECT ${listColumns} FROM datapoints FINAL WHERE ${inRange} AND id IN {ids:Array(String)} ${oneWeekAtATime}`,
        { project, from: timeParam(from), to: timeParam(to), ids },
      );
      return new Map(rows.map(listedOf).map(({ filedAt, row }) => [row.id, { ...row, filedAt }]));
    },

    async span(project, traceId, spanId) {
      const params = { project, traceId, spanId };
      const [spans, logs] = await Promise.all([
        clickhouse.select(
          "read a span",
          `SELECT ${spanColumns} FROM spans FINAL WHERE ${ofTrace} AND span_id = {spanId:String} LIMIT 1`,
          params,
        ),
        clickhouse.select(
          "read a span's log records",
          `SELECT ${logColumns} FROM log_records FINAL WHERE ${ofTrace} AND span_id = {spanId:String}
           ORDER BY time_ns, log_id LIMIT 200`,
          params,
        ),
      ]);
      return spans.length === 0 ? undefined : { spans: spans.map(spanOf), logs: logs.map(logOf) };
    },
  };
}

const Outline = z.strictObject({
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  name: z.string(),
  kind: z.number(),
  startedAt: z.number(),
  durationMs: z.number(),
  status: z.enum(["unset", "ok", "error"]),
  service: z.string().nullable(),
  datapointId: z.string().nullable(),
  total: z.number(),
  filedFrom: z.number(),
  filedTo: z.number(),
});

function outlineOf(outline: z.infer<typeof Outline>): SpanOutline {
  const { total: _, filedFrom: __, filedTo: ___, service, ...row } = outline;
  const name = service?.startsWith('"') ? (JSON.parse(service) as string) : service;
  return withoutNulls({ ...row, service: name }) as unknown as SpanOutline;
}
