import type { Datapoint } from "../../../domain/datapoint.ts";
import type { ProjectId } from "../../../domain/ids.ts";
import { RowWriter } from "../../../lib/row-binary.ts";
import type { KeptDatapoint, KeptTrace, KeptVerdict, RowEncoder, TableBatch, Withdrawn } from "../../../ports/kept.ts";
import { expiringTables, type Table } from "../migrations/index.ts";
import { rowTime } from "../row-time.ts";
import { type RowHead, writeDatapoint, writePayload } from "./datapoint-rows.ts";
import { writeLog, writeMedium, writeSpan } from "./span-rows.ts";
import { blankFinding, blankVerdict, writeFinding, writeVerdict } from "./verdict-rows.ts";

/** RowBinary for the tables of migrations/001-first-tables.ts. */
export function createRowEncoder(): RowEncoder {
  let writers = new Map<Table, RowWriter>();
  /** What a table's rows last came to: batches are alike, and a buffer that is large enough at once is not copied. */
  const lastBytes = new Map<Table, number>();
  return { add, addVerdict, filedAt, take };

  function to(table: Table): RowWriter {
    let writer = writers.get(table);
    if (!writer) writers.set(table, (writer = new RowWriter(Math.ceil((lastBytes.get(table) ?? 0) * 1.1) + 65_536)));
    return writer;
  }

  function add(trace: KeptTrace, version: number): void {
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
    for (const { finding, receivedAt } of trace.retracted)
      writeFinding(to("findings"), finding, { at: rowTime(finding.at, receivedAt), version, deleted: true });
    for (const medium of trace.media)
      writeMedium(to("media"), medium, { projectId, at: Math.floor(arrival ?? 0), version });
  }

  function addVerdict(kept: KeptVerdict, version: number): void {
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

  function take(): readonly TableBatch[] {
    const full = writers;
    writers = new Map();
    // Datapoints last: one that can be seen has its payload, verdicts and spans.
    return expiringTables.toReversed().flatMap((table) => {
      const writer = full.get(table);
      if (!writer) return [];
      lastBytes.set(table, writer.bytes.length);
      return [{ table, rows: writer.rows, bytes: writer.bytes }];
    });
  }
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
