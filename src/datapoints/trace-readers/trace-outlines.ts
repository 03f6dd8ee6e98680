import { setImmediate as turn } from "node:timers/promises";
import { z } from "zod";
import type { ClickHouse } from "../../storage/index.ts";
import type { TraceOutlineReader } from "../ports/trace-outlines.ts";
import { listColumns, listedOf } from "../readers/datapoint-columns.ts";
import { timeParam, withoutNulls } from "../readers/reads.ts";
import { inRange, oneWeekAtATime } from "../readers/scope-sql.ts";
import type { SpanOutline, TraceSkeleton } from "../traces/trace-tree.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";

/** Limit of one read; larger traces are marked as cut. */
const spansAtMost = 2_000_000;
/** Services are looked up among this many spans. */
const servicesAmong = 50_000;
/** Tools are looked up among this many spans. */
const toolsAmong = 50_000;
const toolRunsAtMost = 1000;

const ofTrace = "project_id = {project:String} AND trace_id = {traceId:String}";
/** Names of the tool call id on a tool's span, in OpenTelemetry, OpenInference and the AI SDK. */
const callIds = ["gen_ai.tool.call.id", "tool_call.id", "ai.toolCall.id"];
const callIdSql = `coalesce(${callIds.map((name) => `nullIf(attributes['${name}'], '')`).join(", ")}, '')`;
const serviceSql = "nullIf(resource['service.name'], '')";

export function createTraceOutlineReader({ clickhouse }: { clickhouse: ClickHouse }): TraceOutlineReader {
  return {
    async outline(project, traceId) {
      const params = { project, traceId };
      const [[counted], services, bytes] = await Promise.all([
        clickhouse.select(
          "count the spans of a trace",
          `SELECT toFloat64(count()) AS total, toFloat64(toUnixTimestamp64Milli(min(least(at, received_at)))) AS filedFrom,
             toFloat64(toUnixTimestamp64Milli(max(greatest(at, received_at)))) AS filedTo FROM spans FINAL WHERE ${ofTrace}`,
          params,
        ),
        clickhouse.select(
          "list the services of a trace",
          `SELECT DISTINCT assumeNotNull(service) AS service FROM (SELECT ${serviceSql} AS service FROM spans WHERE ${ofTrace}
           LIMIT ${servicesAmong}) WHERE service IS NOT NULL ORDER BY service LIMIT 50`,
          params,
        ),
        clickhouse.bytes(
          "read the outline of a trace",
          `SELECT ${number("span_id")}, ${number("ifNull(parent_span_id, '')")}, start_ns / 1e6 AS startedAt,
             toFloat64(toInt64(end_ns) - toInt64(start_ns)) / 1e6,
             bitOr(bitShiftLeft(toUInt64(xxHash32(name)), 32), toUInt64(status = 'error'))
           FROM spans FINAL WHERE ${ofTrace} ORDER BY start_ns, span_id LIMIT ${spansAtMost}`,
          params,
          { rows: spansAtMost },
        ),
      ]);
      const { total, filedFrom, filedTo } = Total.parse(counted);
      if (total === 0) return undefined;
      return {
        skeleton: await skeletonOf(bytes),
        total,
        services: services.map((row) => plainText(Service.parse(row).service)),
        filed: { from: filedFrom, to: filedTo + 1 },
      };
    },

    async spans(project, traceId, ids) {
      if (ids.length === 0) return new Map();
      // PREWHERE on the key runs before versions are merged and before wider columns are read.
      const rows = await clickhouse.select(
        "read spans of a trace",
        `SELECT span_id AS spanId, parent_span_id AS parentSpanId, name, kind, start_ns / 1e6 AS startedAt,
           toFloat64(toInt64(end_ns) - toInt64(start_ns)) / 1e6 AS durationMs, status, ${serviceSql} AS service,
           datapoint_id AS datapointId
         FROM spans FINAL PREWHERE ${ofTrace} AND span_id IN {ids:Array(String)}`,
        { project, traceId, ids },
      );
      return new Map(rows.map((row) => outlineOf(Outline.parse(row))).map((span) => [span.spanId, span]));
    },

    async found(project, traceId, text, atMost) {
      const rows = await clickhouse.select(
        "find spans of a trace",
        `SELECT span_id AS spanId FROM spans FINAL WHERE ${ofTrace} AND (positionCaseInsensitiveUTF8(name, {text:String}) > 0
           OR positionCaseInsensitiveUTF8(ifNull(status_message, ''), {text:String}) > 0)
         ORDER BY start_ns, span_id LIMIT {atMost:UInt32}`,
        { project, traceId, text, atMost },
      );
      return rows.map((row) => Found.parse(row).spanId);
    },

    async calls(project, { from, to }, ids) {
      if (ids.length === 0) return new Map();
      const rows = await clickhouse.select(
        "read the calls of a trace",
        `SELECT ${listColumns} FROM datapoints FINAL PREWHERE ${inRange} AND id IN {ids:Array(String)} ${oneWeekAtATime}`,
        { project, from: timeParam(from), to: timeParam(to), ids },
      );
      return new Map(rows.map(listedOf).map(({ partitionTime, row }) => [row.id, { ...row, partitionTime }]));
    },

    async toolRuns(project, traceId) {
      const params = { project, traceId };
      const [[first], runs] = await Promise.all([
        clickhouse.select("look for a trace", `SELECT 1 FROM spans WHERE ${ofTrace} LIMIT 1`, params),
        // FINAL would merge the whole trace, so the newest version of each span is selected here.
        clickhouse.select(
          "read the tool runs of a trace",
          `SELECT spanId, argMax(call, version) AS callId, argMax(took, version) AS durationMs, argMax(state, version) AS status
           FROM (SELECT span_id AS spanId, version, ${callIdSql} AS call, toString(status) AS state,
             toFloat64(toInt64(end_ns) - toInt64(start_ns)) / 1e6 AS took FROM spans WHERE ${ofTrace} LIMIT ${toolsAmong})
           GROUP BY spanId HAVING callId != '' LIMIT ${toolRunsAtMost}`,
          params,
        ),
      ]);
      return first === undefined
        ? undefined
        : runs.map((row) => Run.parse(row)).map((run) => ({ ...run, callId: plainText(run.callId) }));
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
});
const Total = z.strictObject({ total: z.number(), filedFrom: z.number(), filedTo: z.number() });
const Run = z.strictObject({
  callId: z.string(),
  spanId: z.string(),
  durationMs: z.number(),
  status: z.enum(["unset", "ok", "error"]),
});
const Found = z.strictObject({ spanId: z.string() });
const Service = z.strictObject({ service: z.string() });

/** Converts sixteen hexadecimal digits to a number; 0 for none. */
const number = (id: string) => `reinterpretAsUInt64(reverse(unhex(${id})))`;
const rowBytes = 40;
const rowsAtOnce = 50_000;

/**
 * Converts rows of five 8-byte numbers (the last holds two of 4 bytes) to columns, yielding to other requests in
 * between.
 */
async function skeletonOf(bytes: Uint8Array): Promise<TraceSkeleton> {
  const count = bytes.length / rowBytes;
  const rows = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
  const whole = new BigUint64Array(rows.buffer, rows.byteOffset, count * 5);
  const halves = new Uint32Array(rows.buffer, rows.byteOffset, count * 10);
  const fractions = new Float64Array(rows.buffer, rows.byteOffset, count * 5);
  const skeleton = {
    ids: new BigUint64Array(count),
    parents: new BigUint64Array(count),
    startedAt: new Float64Array(count),
    durationMs: new Float64Array(count),
    hasFailed: new Uint8Array(count),
    names: new Uint32Array(count),
  };
  for (let row = 0; row < count; row++) {
    if (row % rowsAtOnce === 0) await turn();
    skeleton.ids[row] = whole[row * 5] ?? 0n;
    skeleton.parents[row] = whole[row * 5 + 1] ?? 0n;
    skeleton.startedAt[row] = fractions[row * 5 + 2] ?? 0;
    skeleton.durationMs[row] = fractions[row * 5 + 3] ?? 0;
    skeleton.hasFailed[row] = halves[row * 10 + 8] ?? 0;
    skeleton.names[row] = halves[row * 10 + 9] ?? 0;
  }
  return skeleton;
}

function outlineOf({ service, ...row }: z.infer<typeof Outline>): SpanOutline {
  return withoutNulls({ ...row, service: service && plainText(service) }) as unknown as SpanOutline;
}

/** A text attribute is stored as JSON, or unchanged. */
const plainText = (stored: string) => (stored.startsWith('"') ? (JSON.parse(stored) as string) : stored);
