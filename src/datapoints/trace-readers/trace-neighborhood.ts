import { TupleParam } from "@clickhouse/client";
import { z } from "zod";
import type { ProjectId } from "../../platform/ids.ts";
import type { ClickHouse } from "../../storage/index.ts";
import { type PartsRequest, type TraceParts, wholeTrace } from "../ports/datapoint-reader.ts";
import { timeParam } from "../readers/reads.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";
import { assembled } from "./stored-parts.ts";
import { readingsOf } from "./trace-readings.ts";
import { pipeline } from "./trace-summaries.ts";

const { items: mostItems, bytes: mostBytes } = wholeTrace;

const mostLevels = 64;
const mostFamily = 100;
const latestCalls = 50;
/** The remaining items are log records. */
const mostSpans = 220;
const logsAtOnce = 1000;
/** Pairs of ids of 16 and 32 characters in one request field, which is limited to 128 KB. */
const keysAtOnce = 1500;
const hourMs = 3_600_000;
/** Small blocks, so that a read ends as soon as it has enough rows. */
const early = "SETTINGS max_block_size = 4096, max_threads = 1";

interface Candidate {
  readonly traceId: string;
  readonly spanId: string;
  readonly bytes: number;
}

/**
 * Reads the neighborhood of arriving spans in traces too large to be read whole: stored rows of the same spans,
 * their ancestors, children and siblings, the latest calls, and log records of those. Every read is by key or
 * has a row limit, so that it costs the same in a trace of a hundred thousand calls. Pass few traces per call.
 */
export async function neighborhoodsOf(
  clickhouse: ClickHouse,
  project: ProjectId,
  traces: readonly PartsRequest[],
): Promise<ReadonlyMap<string, TraceParts>> {
  const select = (doing: string, sql: string, params: object) =>
    clickhouse.select(doing, sql, { project, ...params }, pipeline);
  const [lines, families, latest] = await Promise.all([
    ancestry(),
    Promise.all(traces.map(familyOf)),
    Promise.all(traces.map(latestOf)),
  ]);
  const ofCalls = await byKey(
    traces.flatMap(({ traceId }, index) =>
      (latest[index] ?? []).flatMap(({ spanIds }) => spanIds.map((id) => [traceId, id] as const)),
    ),
  );
  const chosen = bounded([...lines, ...families.flat(), ...ofCalls], mostSpans);
  const [spans, logs] = await Promise.all([spansOf(chosen), logsOf(chosen)]);
  const calls = new Set(latest.flat().map(({ id }) => id));
  const times = latest.flat().map(({ at }) => at);
  for (const { datapointId, partitionTime, receivedAt } of [...spans, ...logs]) {
    if (datapointId === undefined) continue;
    calls.add(datapointId);
    times.push(partitionTime, receivedAt);
  }
  if (calls.size === 0) return assembled(spans, logs, new Map());
  const params = { traces: traces.map(({ traceId }) => traceId), ids: [...calls] };
  const where = "trace_id IN {traces:Array(String)} AND id IN {ids:Array(String)}";
  const readings = await readingsOf(clickhouse, project, {
    where,
    params,
    from: Math.min(...times),
    to: Math.max(...times),
  });
  return assembled(spans, logs, readings);

  /** Reads the stored rows of the requested spans and of their ancestors, level by level. */
  async function ancestry(): Promise<readonly Candidate[]> {
    const found = new Map<string, Candidate>();
    let wanted = traces.flatMap(({ traceId, spanIds, parentSpanIds }) =>
      [...new Set([...parentSpanIds, ...spanIds])].map((id) => [traceId, id] as const),
    );
    const seen = new Set(wanted.map(textOf));
    for (let level = 0; level < mostLevels && wanted.length > 0; level++) {
      const rows = await byKey(wanted);
      for (const row of rows) found.set(textOf([row.traceId, row.spanId]), row);
      wanted = rows
        .flatMap(({ traceId, parentSpanId }) => (parentSpanId === null ? [] : [[traceId, parentSpanId] as const]))
        .filter((key) => !seen.has(textOf(key)) && seen.add(textOf(key)));
    }
    return [...found.values()];
  }

  async function familyOf({ traceId, spanIds, parentSpanIds }: PartsRequest): Promise<readonly Candidate[]> {
    const parents = [...new Set([...spanIds, ...parentSpanIds])].slice(0, keysAtOnce);
    const rows = await select(
      "find children and siblings",
      `SELECT trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, toFloat64(bytes) AS bytes FROM spans
       PREWHERE project_id = {project:String} AND trace_id = {traceId:String}
       WHERE parent_span_id IN {parents:Array(String)} LIMIT ${2 * mostFamily} ${early}`,
      { traceId, parents },
    );
    // A span that was stored twice is found twice.
    const found = new Map(rows.map((row) => SpanKey.parse(row)).map((row) => [row.spanId, row]));
    return [...found.values()].slice(0, mostFamily);
  }

  async function latestOf({ traceId, summary }: PartsRequest) {
    const rows = await select(
      "find the latest calls",
      `SELECT id, toFloat64(toUnixTimestamp64Milli(datapoints.at)) AS partitionTime, arrayPushFront(span_ids, span_id) AS spanIds
       FROM datapoints WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')}
       AND at <= {to:DateTime64(3, 'UTC')} AND trace_id = {traceId:String}
       ORDER BY at DESC LIMIT ${2 * latestCalls} ${early}`,
      { traceId, from: timeParam(summary.from - 25 * hourMs), to: timeParam(summary.to + hourMs) },
    );
    const found = new Map(
      z
        .array(Call)
        .parse(rows)
        .map(({ id, partitionTime, spanIds }) => [id, { id, at: partitionTime, spanIds: [...new Set(spanIds)] }]),
    );
    return [...found.values()].slice(0, latestCalls);
  }

  async function byKey(keys: readonly Key[]): Promise<readonly z.infer<typeof SpanKey>[]> {
    const found: z.infer<typeof SpanKey>[] = [];
    for (let from = 0; from < keys.length; from += keysAtOnce) {
      const rows = await select(
        "look spans up",
        `SELECT trace_id AS traceId, span_id AS spanId, argMax(parent_span_id, version) AS parentSpanId,
           toFloat64(argMax(spans.bytes, version)) AS bytes
         FROM spans PREWHERE project_id = {project:String} AND (trace_id, span_id) IN {keys:Array(Tuple(String, String))}
         GROUP BY traceId, spanId`,
        { keys: keys.slice(from, from + keysAtOnce).map(tuple) },
      );
      found.push(...rows.map((row) => SpanKey.parse(row)));
    }
    return found;
  }

  async function spansOf(candidates: readonly Candidate[]) {
    if (candidates.length === 0) return [];
    const rows = await select(
      "read spans by key",
      `SELECT ${spanColumns} FROM spans FINAL PREWHERE project_id = {project:String}
       AND (trace_id, span_id) IN {keys:Array(Tuple(String, String))} ORDER BY start_ns, span_id`,
      { keys: candidates.map(({ traceId, spanId }) => tuple([traceId, spanId])) },
    );
    return rows.map(spanOf);
  }

  async function logsOf(candidates: readonly Candidate[]) {
    if (candidates.length === 0) return [];
    const inSpans = "project_id = {project:String} AND (trace_id, span_id) IN {keys:Array(Tuple(String, String))}";
    const keys = candidates.map(({ traceId, spanId }) => tuple([traceId, spanId]));
    const spansIn = Map.groupBy(candidates, ({ traceId }) => traceId);
    const rows = await select(
      "find log records",
      `SELECT trace_id AS traceId, span_id AS spanId, log_id AS logId, toFloat64(max(log_records.bytes)) AS bytes
       FROM log_records PREWHERE ${inSpans} GROUP BY traceId, spanId, logId LIMIT ${mostItems} BY traceId`,
      { keys },
    );
    const found = rows.map((row) => LogKey.parse(row));
    const chosenLogs = [...Map.groupBy(found, ({ traceId }) => traceId)].flatMap(([traceId, ofTrace]) => {
      const chosenSpans = spansIn.get(traceId) ?? [];
      return within(
        ofTrace,
        mostItems - chosenSpans.length,
        mostBytes - chosenSpans.reduce((sum, { bytes }) => sum + bytes, 0),
      );
    });
    if (chosenLogs.length === 0) return [];
    const logs: StoredLogRow[] = [];
    for (let from = 0; from < chosenLogs.length; from += logsAtOnce) {
      const some = chosenLogs.slice(from, from + logsAtOnce);
      const read = await select(
        "read log records by key",
        `SELECT ${logColumns} FROM log_records FINAL PREWHERE project_id = {project:String}
           AND (trace_id, span_id, log_id) IN {logs:Array(Tuple(String, String, String))} ORDER BY time_ns, log_id`,
        { logs: some.map(({ traceId, spanId, logId }) => new TupleParam([traceId, spanId, logId])) },
      );
      logs.push(...read.map(logOf));
    }
    return logs;
  }
}

type StoredLogRow = ReturnType<typeof logOf>;
type Key = readonly [traceId: string, spanId: string];

const textOf = ([traceId, spanId]: Key) => `${traceId} ${spanId}`;
const tuple = ([traceId, spanId]: Key) => new TupleParam([traceId, spanId]);

/** Takes the first unique candidates of each trace, up to its number of items and three quarters of its bytes. */
function bounded(candidates: readonly Candidate[], items: number): readonly Candidate[] {
  const each = new Map(candidates.toReversed().map((one) => [textOf([one.traceId, one.spanId]), one]));
  const inOrder = [...each.values()].toReversed();
  return [...Map.groupBy(inOrder, ({ traceId }) => traceId).values()].flatMap((ofTrace) =>
    within(ofTrace, items, mostBytes * 0.75),
  );
}

/** Takes items in order while they fit; skips one that is too large. */
function within<Item extends { readonly bytes: number }>(
  items: readonly Item[],
  most: number,
  bytes: number,
): readonly Item[] {
  let [left, room] = [most, bytes];
  return items.filter((item) => {
    if (left <= 0 || item.bytes > room) return false;
    left--;
    room -= item.bytes;
    return true;
  });
}

const SpanKey = z.strictObject({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().nullable(),
  bytes: z.number(),
});
const LogKey = z.strictObject({ traceId: z.string(), spanId: z.string(), logId: z.string(), bytes: z.number() });
const Call = z.strictObject({ id: z.string(), partitionTime: z.number(), spanIds: z.array(z.string()) });
