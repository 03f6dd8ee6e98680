import type { ProjectId } from "../../../domain/ids.ts";
import type { PartsRequest, TraceParts } from "../../../ports/datapoint-reader.ts";
import type { ClickHouse } from "../client.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";
import { assembled, mostBytes, mostItems } from "./stored-parts.ts";
import { neighborhoodsOf } from "./trace-neighborhood.ts";
import { readingsOf } from "./trace-readings.ts";
import { inChunks, pipeline, type Summed, summariesOf, traceName } from "./trace-summaries.ts";

const tracesAtOnce = 500;
/** Each of up to 300 items, whose ids travel in one field of a request. */
const neighborhoodsAtOnce = 4;

const ofTraces = "project_id = {project:String} AND trace_id IN {traces:Array(String)}";

/** Stored parts of the traces that have any: whole where they are small, else what lies around the spans named. */
export async function partsOf(
  clickhouse: ClickHouse,
  project: ProjectId,
  requests: readonly PartsRequest[],
): Promise<ReadonlyMap<string, TraceParts>> {
  const byTrace = new Map(requests.map((request) => [request.traceId, request]));
  const named = [...byTrace.keys()].map((traceId) => ({ projectId: project, traceId }));
  const summaries = await summariesOf(clickhouse, named);
  const [small, large]: [string[], (PartsRequest & { readonly summary: Summed })[]] = [[], []];
  for (const [traceId, request] of byTrace) {
    const summary = summaries.get(traceName({ projectId: project, traceId }));
    if (!summary) continue;
    if (summary.items <= mostItems && summary.bytes <= mostBytes) small.push(traceId);
    else large.push({ ...request, summary });
  }
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
  // Rows of a datapoint lie under its start, or under its arrival.
  const times = [...spans, ...logs].flatMap(({ filedAt, receivedAt }) => [filedAt, receivedAt]);
  const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
  const to = times.reduce((most, time) => Math.max(most, time), 0);
  const where = "trace_id IN {traces:Array(String)}";
  const readings = await readingsOf(clickhouse, project, { where, params: { traces }, from, to });
  return assembled(spans, logs, readings, true);
}
