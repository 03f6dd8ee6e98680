import type {
  KeptDatapoint,
  KeptTrace,
  KeptVerdict,
  RowEncoder,
  TableRows,
  Withdrawn,
} from "../../pipeline/ports/kept.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { expiringTables, type Table } from "../../storage/clickhouse/migrations/index.ts";
import { rowTime } from "../clickhouse/row-time.ts";
import type { Datapoint } from "../datapoint.ts";
import { type RowHead, writeDatapoint, writePayload } from "./datapoint-rows.ts";
import { writeLog, writeMedium, writeSpan, writeTraceBatch } from "./span-rows.ts";
import { blankFinding, blankVerdict, writeFinding, writeVerdict } from "./verdict-rows.ts";

/** RowBinary for the tables of migrations/001-first-tables.ts and those added since. */
export function createRowEncoder(): RowEncoder {
  let writers = new Map<Table, TableWriter>();
  let taken: typeof writers = new Map();
  const spare = new Map<Table, RowWriter>();
  /** Calls of `add` and `addVerdict` since the last `take`. */
  let units = 0;
  /** What a table's rows last came to: batches are alike, and a buffer that is large enough at once is not copied. */
  const lastBytes = new Map<Table, number>();
  return { add, addVerdict, filedAt, take, reuse };

  function to(table: Table): RowWriter {
    const known = writers.get(table);
    if (known) return known.rows;
    const rows = spare.get(table) ?? new RowWriter(Math.ceil((lastBytes.get(table) ?? 0) * 1.1) + 65_536);
    spare.delete(table);
    // Traces so far have no row here: all of them begin where the first row does.
    writers.set(table, { rows, starts: Array.from({ length: units }, () => 0) });
    return rows;
  }

  function beginUnit(): void {
    units++;
    for (const { rows, starts } of writers.values()) starts.push(rows.rows);
  }

  function add(trace: KeptTrace, version: number): void {
    beginUnit();
    const { projectId } = trace;
    const arrival = (trace.spans[0] ?? trace.logs[0])?.receivedAt;
    for (const span of trace.spans) writeSpan(to("spans"), projectId, span, version);
    for (const log of trace.logs) writeLog(to("log_records"), projectId, log, version);
    for (const kept of trace.datapoints) {
      const { id } = kept.datapoint;
      const head: RowHead = { projectId, at: filedAt(kept), id, version, deleted: false };
      writeDatapoint(to("datapoints"), head, kept);
      writePayload(to("payloads"), head, kept.datapoint);
      for (const verdict of kept.verdicts) writeVerdict(to("verdicts"), head, verdict);
      for (const finding of kept.findings) writeFinding(to("findings"), finding, head);
    }
    for (const withdrawn of trace.withdrawn) withdraw(projectId, withdrawn, version);
    for (const key of trace.retracted)
      writeFinding(to("findings"), blankFinding(projectId, key.datapointId, key), {
        at: Math.floor(key.partitionTime),
        version,
        deleted: true,
      });
    for (const medium of trace.media)
      writeMedium(to("media"), medium, { projectId, at: Math.floor(arrival ?? 0), version });
    if (trace.batch) writeTraceBatch(to("trace_batches"), projectId, trace.batch, version);
  }

  function addVerdict(kept: KeptVerdict, version: number): void {
    beginUnit();
    const { projectId, datapointId: id, filedAt: at, verdict, findings, retracted } = kept;
    const head: RowHead = { projectId, at, id, version, deleted: false };
    if (verdict) writeVerdict(to("verdicts"), head, verdict);
    for (const finding of findings) writeFinding(to("findings"), finding, head);
    for (const key of retracted)
      writeFinding(to("findings"), blankFinding(projectId, id, key), { at, version, deleted: true });
  }

  function withdraw(projectId: ProjectId, { id, startedAt, verdicts = [] }: Withdrawn, version: number): void {
    const head: RowHead = { projectId, at: Math.floor(startedAt), id, version, deleted: true };
    const datapoint = { ...blank, id, projectId };
    writeDatapoint(to("datapoints"), head, {
      datapoint,
      receivedAt: startedAt,
      monitorIds: [],
      verdicts: [],
      findings: [],
    });
    writePayload(to("payloads"), head, datapoint);
    for (const key of verdicts) writeVerdict(to("verdicts"), head, blankVerdict(id, key));
  }

  function take(): readonly TableRows[] {
    const full = writers;
    taken = full;
    writers = new Map();
    units = 0;
    // A datapoint that can be seen has its payload, verdicts and spans; a trace whose batch is known has all of it.
    return expiringTables.toReversed().flatMap((table) => {
      const writer = full.get(table);
      if (!writer) return [];
      const { rows, starts } = writer;
      lastBytes.set(table, rows.bytes.length);
      return [
        {
          table,
          rows: rows.rows,
          bytes: rows.bytes,
          rowStarts: rows.rowStarts,
          traceStarts: Uint32Array.from(starts),
        },
      ];
    });
  }

  function reuse(): void {
    for (const [table, { rows }] of taken)
      if (rows.capacity > reusedBytes) freeMemory(rows.bytes);
      else {
        rows.clear();
        spare.set(table, rows);
      }
    taken = new Map();
  }
}

/** Larger memory is given back: it was for large calls, which are rare. */
const reusedBytes = 24 * 2 ** 20;

interface TableWriter {
  readonly rows: RowWriter;
  /** For each trace, the number of its first row. */
  readonly starts: number[];
}

function filedAt({ filedAt: known, datapoint, receivedAt }: KeptDatapoint): number {
  return known ?? rowTime(datapoint.startedAt, receivedAt);
}

/** The row of a withdrawn datapoint: only its key and version count. */
const blank: Omit<Datapoint, "id" | "projectId"> = {
  traceId: "",
  spanId: "",
  source: "otlp",
  convention: "",
  operation: "chat",
  startedAt: 0,
  endedAt: 0,
  durationMs: 0,
  input: [],
  output: [],
  tools: [],
  params: {},
  finishReasons: [],
  usage: {},
  tags: [],
  metadata: new Map(),
  attributes: new Map(),
  flags: [],
  spanIds: [],
};
