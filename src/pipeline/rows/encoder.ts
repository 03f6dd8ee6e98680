import {
  type Datapoint,
  type RowHead,
  rowTime,
  writeDatapoint,
  writeLog,
  writeMedium,
  writePayload,
  writeSpan,
  writeTraceBatch,
} from "../../datapoints/index.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import { RowWriter } from "../../platform/files/row-binary.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { expiringTables, type Table } from "../../storage/index.ts";
import type {
  EvaluatedDatapoint,
  ProcessedTrace,
  RowEncoder,
  Superseded,
  TableRows,
  VerdictUpdate,
} from "../ports/processed-trace.ts";
import { blankFinding, blankVerdict, writeFinding, writeVerdict } from "./verdict-rows.ts";

/** Encodes RowBinary for the tables of migrations/001-first-tables.ts and later ones. */
export function createRowEncoder(): RowEncoder {
  let writers = new Map<Table, TableWriter>();
  let rowSets: typeof writers = new Map();
  const spare = new Map<Table, RowWriter>();
  /** Number of calls of `add` and `addVerdict` since the last `take`. */
  let units = 0;
  /** Last size of each table: batches are alike, and a buffer that is large enough initially is never copied. */
  const lastBytes = new Map<Table, number>();
  return { add, addVerdict, partitionTime, take, reuse };

  function to(table: Table): RowWriter {
    const known = writers.get(table);
    if (known) return known.rows;
    const rows = spare.get(table) ?? new RowWriter(Math.ceil((lastBytes.get(table) ?? 0) * 1.1) + 65_536);
    spare.delete(table);
    // Earlier traces have no row here: all of them start at the first row.
    writers.set(table, { rows, starts: Array.from({ length: units }, () => 0) });
    return rows;
  }

  function beginUnit(): void {
    units++;
    for (const { rows, starts } of writers.values()) starts.push(rows.rows);
  }

  function add(trace: ProcessedTrace, version: number): void {
    beginUnit();
    const { projectId } = trace;
    const arrival = (trace.spans[0] ?? trace.logs[0])?.receivedAt;
    for (const span of trace.spans) writeSpan(to("spans"), projectId, span, version);
    for (const log of trace.logs) writeLog(to("log_records"), projectId, log, version);
    for (const stored of trace.datapoints) {
      const { id } = stored.datapoint;
      const head: RowHead = { projectId, at: partitionTime(stored), id, version, deleted: false };
      writeDatapoint(to("datapoints"), head, stored);
      writePayload(to("payloads"), head, stored.datapoint);
      for (const verdict of stored.verdicts) writeVerdict(to("verdicts"), head, verdict);
      for (const key of stored.dropped ?? [])
        writeVerdict(to("verdicts"), { ...head, deleted: true }, blankVerdict(id, key));
      // A finding that awaits its topic is stored when the topic is known.
      for (const finding of stored.findings) if (!finding.topic) writeFinding(to("findings"), finding, head);
    }
    for (const superseded of trace.superseded) withdraw(projectId, superseded, version);
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

  function addVerdict(stored: VerdictUpdate, version: number): void {
    beginUnit();
    const { projectId, datapointId: id, partitionTime: at, verdict, findings, retracted } = stored;
    const head: RowHead = { projectId, at, id, version, deleted: false };
    if (verdict) writeVerdict(to("verdicts"), head, verdict);
    for (const finding of findings) writeFinding(to("findings"), finding, head);
    for (const key of retracted)
      writeFinding(to("findings"), blankFinding(projectId, id, key), { at, version, deleted: true });
  }

  function withdraw(projectId: ProjectId, { id, startedAt, verdicts = [] }: Superseded, version: number): void {
    const head: RowHead = { projectId, at: Math.floor(startedAt), id, version, deleted: true };
    const datapoint = { ...blank, id, projectId };
    writeDatapoint(to("datapoints"), head, { datapoint, monitorIds: [] });
    writePayload(to("payloads"), head, datapoint);
    for (const key of verdicts) writeVerdict(to("verdicts"), head, blankVerdict(id, key));
  }

  function take(): readonly TableRows[] {
    const full = writers;
    rowSets = full;
    writers = new Map();
    units = 0;
    // Order of visibility: a visible datapoint has its payload, verdicts and spans; a trace with a known batch is
    // complete.
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
    for (const [table, { rows }] of rowSets)
      if (rows.capacity > reusedBytes) freeMemory(rows.bytes);
      else {
        rows.clear();
        spare.set(table, rows);
      }
    rowSets = new Map();
  }
}

/** Larger buffers are released: they were for large calls, which are rare. */
const reusedBytes = 24 * 2 ** 20;

interface TableWriter {
  readonly rows: RowWriter;
  /** Index of each trace's first row. */
  readonly starts: number[];
}

function partitionTime({ partitionTime: known, datapoint, receivedAt }: EvaluatedDatapoint): number {
  return known ?? rowTime(datapoint.startedAt, receivedAt);
}

/** Row of a superseded datapoint: only its key and version matter. */
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
