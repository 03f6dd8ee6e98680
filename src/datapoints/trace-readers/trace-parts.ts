import type { ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import { type PartsRequest, type TraceParts, wholeTrace } from "../ports/datapoint-reader.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";
import { assembled } from "./stored-parts.ts";
import { neighborhoodsOf } from "./trace-neighborhood.ts";
import { readingsOf } from "./trace-readings.ts";
import { inChunks, pipeline } from "./trace-summaries.ts";

const tracesAtOnce = 500;
/** Each has up to 300 items, whose ids travel in one request field. */
const neighborhoodsAtOnce = 4;

const ofTraces = "project_id = {project:String} AND trace_id IN {traces:Array(String)}";

/** Reads stored parts of traces: small ones whole, of others the neighborhood of the given spans. */
export async function partsOf(
  clickhouse: ClickHouse,
  project: ProjectId,
  requests: readonly PartsRequest[],
): Promise<ReadonlyMap<string, TraceParts>> {
  const isSmall = ({ summary: { items, bytes } }: PartsRequest) =>
    items <= wholeTrace.items && bytes <= wholeTrace.bytes;
  const small = requests.filter(isSmall).map(({ traceId }) => traceId);
  const large = requests.filter((request) => !isSmall(request));
  const found = new Map<string, TraceParts>();
  for (const traces of inChunks(small, tracesAtOnce))
    for (const [traceId, parts] of await wholeTraces(clickhouse, project, traces)) found.set(traceId, parts);
  for (let from = 0; from < large.length; from += neighborhoodsAtOnce) {
    const some = large.slice(from, from + neighborhoodsAtOnce);
    for (const [traceId, parts] of await neighborhoodsOf(clickhouse, project, some)) found.set(traceId, parts);
  }
  return found;
}

async function wholeTraces(clickhouse: ClickHouse, project: ProjectId, traces: readonly string[]) {
  const params = { project, traces };
  const read = (doing: string, sql: string) => clickhouse.select(doing, sql, params, pipeline);
  const [spanRows, logRows] = await Promise.all([
    read("read spans", `SELECT ${spanColumns} FROM spans FINAL PREWHERE ${ofTraces} ORDER BY start_ns, span_id`),
    read(
      "read log records",
      `SELECT ${logColumns} FROM log_records FINAL PREWHERE ${ofTraces} ORDER BY time_ns, log_id`,
    ),
  ]);
  const [spans, logs] = [spanRows.map(spanOf), logRows.map(logOf)];
  if (spans.length + logs.length === 0) return new Map<string, TraceParts>();
  // Rows of a datapoint are partitioned by its start or by its arrival.
  const times = [...spans, ...logs].flatMap(({ partitionTime, receivedAt }) => [partitionTime, receivedAt]);
  const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, time) => Math.max(most, time), 0);
  const where = "trace_id IN {traces:Array(String)}";
  const readings = await readingsOf(clickhouse, project, { where, params: { traces }, from, to });
  return assembled(spans, logs, readings);
}
