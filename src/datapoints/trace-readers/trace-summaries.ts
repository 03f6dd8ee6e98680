import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import { type ClickHouse, traceKey } from "../../storage/index.ts";
import type { TraceName, TraceSummary } from "../ports/datapoint-reader.ts";
import { timeParam } from "../readers/reads.ts";

const tracesAtOnce = 2000;
/**
 * Older weeks are not read, because every week adds the cost of searching for an unknown id again. Parts that
 * arrive later than this after the rest of their trace are stored as a separate trace.
 */
const rememberedMs = 7 * 86_400_000;
/** A ClickHouse request field is limited to 128 KB. */
const bytesAtOnce = 60_000;
export const pipeline = { purpose: "pipeline" } as const;

const traceName = ({ projectId, traceId }: TraceName): string => `${projectId} ${traceId}`;

/** Sums the rows that write batches stored about traces, by `traceName`; traces without any are omitted. */
export async function summariesOf(
  clickhouse: ClickHouse,
  traces: readonly TraceName[],
): Promise<ReadonlyMap<string, TraceSummary>> {
  const found = new Map<string, TraceSummary>();
  const since = timeParam(Date.now() - rememberedMs);
  const distinct = new Map(traces.map((trace) => [traceName(trace), trace]));
  const all = [...distinct.values()];
  for (let from = 0; from < all.length; from += tracesAtOnce) {
    const some = all.slice(from, from + tracesAtOnce);
    const keys = [...new Set(some.map(({ traceId }) => traceKey(traceId)))];
    const projects = [...new Set(some.map(({ projectId }) => projectId))];
    const rows = await clickhouse.select("sum up traces", summarySql, { projects, since, keys }, pipeline);
    for (const { project, traceId, included, version, ...row } of rows.map((each) => Row.parse(each))) {
      const name = traceName({ projectId: asProjectId(project), traceId });
      if (distinct.has(name))
        found.set(name, { ...row, version: Number(version), isSettled: included === row.batches });
    }
  }
  return found;
}

/**
 * Batches are counted once each; items and bytes of a batch that was inserted twice count twice until a merge,
 * which only makes a trace seem larger. Grouping by batch would cost six times as much in a trace of many
 * batches.
 */
const summarySql = `SELECT project_id AS project, trace_id AS traceId, toFloat64(uniqExact(batch_id)) AS batches,
    toFloat64(sum(trace_batches.items)) AS items, toFloat64(sum(trace_batches.bytes)) AS bytes,
    toString(max(trace_batches.version)) AS version, toFloat64(argMax(includes, trace_batches.version)) AS included,
    toFloat64(toUnixTimestamp64Milli(min(at))) AS from, toFloat64(toUnixTimestamp64Milli(max(at))) AS to
  FROM trace_batches PREWHERE trace_key IN {keys:Array(UInt64)}
  WHERE project_id IN {projects:Array(String)} AND at >= {since:DateTime64(3, 'UTC')} AND is_deleted = 0
  GROUP BY project_id, trace_id`;

/** Splits ids into chunks that fit into one request field. */
export function* inChunks(ids: readonly string[], atOnce: number): Generator<readonly string[]> {
  let chunk: string[] = [];
  let bytes = 0;
  for (const id of ids) {
    // Quotes and a comma; non-ASCII characters take up to three bytes, and a backslash is doubled.
    const size = id.length * 3 + 3;
    if (chunk.length > 0 && (chunk.length === atOnce || bytes + size > bytesAtOnce)) {
      yield chunk;
      [chunk, bytes] = [[], 0];
    }
    chunk.push(id);
    bytes += size;
  }
  if (chunk.length > 0) yield chunk;
}

const Row = z.strictObject({
  project: z.string(),
  traceId: z.string(),
  batches: z.number(),
  items: z.number(),
  bytes: z.number(),
  version: z.string(),
  included: z.number(),
  from: z.number(),
  to: z.number(),
});
