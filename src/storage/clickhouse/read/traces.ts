import { z } from "zod";
import { asDatapointId, type ProjectId } from "../../../domain/ids.ts";
import type { TraceParts, TraceReader } from "../../../ports/datapoint-reader.ts";
import type { Withdrawn } from "../../../ports/kept.ts";
import type { ClickHouse } from "../client.ts";
import { listColumns, listedOf } from "./datapoint-columns.ts";
import { withVerdicts } from "./list.ts";
import { timeParam } from "./reads.ts";
import { logColumns, logOf, spanColumns, spanOf } from "./spans.ts";
import { verdictsOf } from "./verdicts.ts";

const ofTraces = "project_id = {project:String} AND trace_id IN {traces:Array(String)}";
const inTime = "at >= {from:DateTime64(3, 'UTC')} AND at <= {to:DateTime64(3, 'UTC')}";

const tracesAtOnce = 500;

export function createTraceReader({ clickhouse }: { clickhouse: ClickHouse }): TraceReader {
  return { trace, parts, recent };

  async function trace(project: ProjectId, traceId: string) {
    const { spans, logs, params } = await items(project, [traceId]);
    if (spans.length + logs.length === 0) return undefined;
    const datapoints = await clickhouse.select(
      "read a trace's datapoints",
      `SELECT ${listColumns} FROM datapoints FINAL WHERE ${ofTraces} AND ${inTime} ORDER BY at, id`,
      params,
    );
    return { spans, logs, datapoints: await withVerdicts({ clickhouse }, project, datapoints.map(listedOf)) };
  }

  /** Some at a time: the ids travel in the address of the request, which has a limit. */
  async function parts(project: ProjectId, traceIds: readonly string[]): Promise<ReadonlyMap<string, TraceParts>> {
    const found = new Map<string, TraceParts>();
    for (let from = 0; from < traceIds.length; from += tracesAtOnce)
      for (const [traceId, stored] of await someParts(project, traceIds.slice(from, from + tracesAtOnce)))
        found.set(traceId, stored);
    return found;
  }

  async function someParts(project: ProjectId, traceIds: readonly string[]): Promise<ReadonlyMap<string, TraceParts>> {
    const { spans, logs, params } = await items(project, traceIds);
    if (spans.length + logs.length === 0) return new Map();
    const datapoints = await stored(project, params);
    const spansOf = Map.groupBy(spans, ({ span }) => span.traceId);
    const logsOf = Map.groupBy(logs, ({ record }) => record.traceId ?? "");
    return new Map(
      [...new Set([...spansOf.keys(), ...logsOf.keys()])].map((traceId) => [
        traceId,
        {
          spans: (spansOf.get(traceId) ?? []).map(({ span: item, source, receivedAt }) => ({
            item,
            source,
            receivedAt,
          })),
          logs: (logsOf.get(traceId) ?? []).map(({ record: item, source, receivedAt }) => ({
            item,
            source,
            receivedAt,
          })),
          datapoints: datapoints.get(traceId) ?? [],
        },
      ]),
    );
  }

  async function recent(since: number, limit: number): Promise<readonly string[]> {
    const rows = await clickhouse.select(
      "find traces of late",
      `SELECT DISTINCT concat(project_id, ' ', trace_id) AS key FROM spans
       WHERE at >= {since:DateTime64(3, 'UTC')} LIMIT {limit:UInt32}`,
      { since: timeParam(since), limit },
    );
    return z
      .array(z.strictObject({ key: z.string() }))
      .parse(rows)
      .map(({ key }) => key);
  }

  /** Spans and logs of the traces, and the parameters that find their datapoints: filed as the span kept for each. */
  async function items(project: ProjectId, traceIds: readonly string[]) {
    const asked = { project, traces: traceIds };
    const [spanRows, logRows] = await Promise.all([
      clickhouse.select(
        "read spans",
        `SELECT ${spanColumns} FROM spans FINAL WHERE ${ofTraces} ORDER BY start_ns, span_id`,
        asked,
      ),
      clickhouse.select(
        "read log records",
        `SELECT ${logColumns} FROM log_records FINAL WHERE ${ofTraces} ORDER BY time_ns, log_id`,
        asked,
      ),
    ]);
    const [spans, logs] = [spanRows.map(spanOf), logRows.map(logOf)];
    const times = [...spans, ...logs].flatMap(({ filedAt, receivedAt }) => [filedAt, receivedAt]);
    const from = times.reduce((least, time) => Math.min(least, time), Number.POSITIVE_INFINITY);
    const to = times.reduce((most, time) => Math.max(most, time), 0);
    return { spans, logs, params: { ...asked, from: timeParam(from - 1), to: timeParam(to + 1) } };
  }

  async function stored(project: ProjectId, params: Readonly<Record<string, unknown>>) {
    const rows = await clickhouse.select(
      "find traces' datapoints",
      `SELECT id, trace_id AS traceId, toFloat64(toUnixTimestamp64Milli(at)) AS filedAt
       FROM datapoints FINAL WHERE ${ofTraces} AND ${inTime} ORDER BY at, id`,
      params,
    );
    const found = z.array(z.strictObject({ id: z.string(), traceId: z.string(), filedAt: z.number() })).parse(rows);
    const filed = found.map(({ id, filedAt }) => ({ id: asDatapointId(id), filedAt }));
    const verdicts = filed.length === 0 ? new Map() : await verdictsOf(clickhouse, project, filed);
    const datapoints = found.map(({ id, traceId, filedAt }) => ({
      traceId,
      withdrawn: {
        id: asDatapointId(id),
        startedAt: filedAt,
        verdicts: verdicts.get(asDatapointId(id)) ?? [],
      } satisfies Withdrawn,
    }));
    return new Map(
      [...Map.groupBy(datapoints, ({ traceId }) => traceId)].map(([traceId, list]) => [
        traceId,
        list.map(({ withdrawn }) => withdrawn),
      ]),
    );
  }
}
