import type { JobOrder } from "../../checks/jobs/job.ts";
import { isOverLimit } from "../../checks/minute-limit.ts";
import type { CheckHistory, HistoryKey } from "../../checks/verdicts/check-history.ts";
import type { TracePart } from "../../datapoints/assembly/recognition.ts";
import type { Datapoint, Source } from "../../datapoints/datapoint.ts";
import type { TraceParts, TraceSummary } from "../../datapoints/ports/datapoint-reader.ts";
import type { EncodedItem } from "../../otlp/decode.ts";
import type { LogRecord, Span } from "../../otlp/span.ts";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Entry, ResultPlace, Seq } from "../../storage/ports/journal.ts";
import { encodeHead, type TraceOutcome } from "../batches/batch-result.ts";
import type { KeptDatapoint, KeptTrace, RowEncoder } from "../ports/kept.ts";
import { createKeepTrace, type KeepTraceNeeds, type Parts } from "./keep-trace.ts";
import { itemKey } from "./taken-trace.ts";

/** Journal items of a write batch, as a worker gets them. */
export interface ProcessEntry extends Pick<Entry, "projectId" | "source" | "signal" | "receivedAt" | "bytes"> {
  readonly seq: Seq;
  /** How many items the entry has. */
  readonly itemCount: number;
  /** Which items; absent: all. */
  readonly items?: readonly number[];
}

/** What is known of a trace with stored parts. */
export interface EarlierTrace {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly parts: TraceParts;
  readonly summary: TraceSummary;
  readonly storesAll: boolean;
}

export interface ProcessTask {
  readonly batchId: string;
  readonly version: number;
  readonly entries: readonly ProcessEntry[];
  readonly earlier: readonly EarlierTrace[];
  readonly history: CheckHistory;
}

export type ProcessReply = Processed | NeedsHistory;

/** The head of the result, serialized, and the rows of its tables, valid until the encoder's `reuse`. */
export interface Processed {
  readonly kind: "processed";
  readonly head: Uint8Array;
  readonly tables: readonly Uint8Array[];
}

export interface NeedsHistory {
  readonly kind: "needs_history";
  readonly keys: readonly HistoryKey[];
}

/** What a worker thread is asked: to process, and to write the result there. */
export interface WorkerTask extends ProcessTask {
  readonly place: ResultPlace;
}

/** What a worker thread answers. The rows are in the file; the head, which the main thread reads, is here as well. */
export type WorkerReply =
  | { readonly kind: "written"; readonly head: Uint8Array }
  | { readonly kind: "refused"; readonly reason: string }
  | NeedsHistory;

type ItemsIn<Item> = (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly EncodedItem<Item>[];

interface Needs extends KeepTraceNeeds {
  readonly spansIn: ItemsIn<Span>;
  readonly logsIn: ItemsIn<LogRecord>;
  /** A call of the proxy that lies in the journal as it came, as the span it stands for. */
  readonly readRaw?: (span: Span) => Span;
  readonly encoder: RowEncoder;
  /** Calls that were deleted before they were stored take their trace along. */
  readonly isErased?: (datapoint: Datapoint) => boolean;
  /** Sets what checks may know of earlier calls, and returns what they wanted and was not there. */
  readonly withHistory?: (history: CheckHistory, act: () => void) => readonly HistoryKey[];
}

/**
 * Stages "assemble datapoints", "match monitors" and "evaluate", and the encoding of rows, for the traces of one write
 * batch: bytes in, rows out, no I/O. Of a trace with stored parts, only what is new or reads differently now comes out.
 */
export function createProcess({
  spansIn,
  logsIn,
  readRaw = (span) => span,
  encoder,
  isErased = () => false,
  withHistory = (_, act) => {
    act();
    return [];
  },
  ...needs
}: Needs) {
  const keep = createKeepTrace(needs);

  return (task: ProcessTask): ProcessReply => {
    let outcomes: readonly TraceOutcome[] = [];
    const missing = withHistory(task.history, () => {
      outcomes = processTraces(task);
    });
    const tables = encoder.take();
    if (missing.length > 0) {
      encoder.reuse();
      return { kind: "needs_history", keys: missing };
    }
    return { kind: "processed", head: encodeHead(outcomes, tables), tables: tables.map(({ bytes }) => bytes) };
  };

  function processTraces({ entries, earlier, version, batchId }: ProcessTask): readonly TraceOutcome[] {
    const earlierOf = new Map(earlier.map((one) => [`${one.projectId} ${one.traceId}`, one]));
    const traces = tracesOf(entries);
    // A trace that is assembled again from what is stored brings nothing of its own.
    for (const { projectId, traceId } of earlier) traceOf(traces, projectId, traceId, `${projectId} ${traceId}`);
    let place = 0;
    return [...traces].map(([key, trace]): TraceOutcome => {
      const stored = earlierOf.get(key);
      try {
        const kept = keep(decoded(trace), stored && { ...stored.parts, storesAll: stored.storesAll });
        if (kept.datapoints.some(({ datapoint }) => isErased(datapoint)))
          return { ...blank(key, trace), isErased: true };
        encoder.add({ ...kept, ...batchRow(trace, batchId, stored?.summary) }, version);
        return { ...outcomeOf(key, trace, kept, version), place: place++ };
      } catch (thrown) {
        return { ...blank(key, trace), broken: messageOf(thrown) };
      }
    });
  }

  function outcomeOf(key: string, trace: NewParts, kept: KeptTrace, version: number): TraceOutcome {
    const { datapoints, retracted, withdrawn } = kept;
    return {
      ...blank(key, trace),
      datapoints: datapoints.length,
      checks: datapoints.reduce((sum, { verdicts, slow = [] }) => sum + verdicts.length - slow.length, 0),
      overLimit: datapoints.filter(({ verdicts }) => verdicts.some(isOverLimit)).length,
      findings: datapoints.flatMap(({ findings }) => findings),
      retracted: [...new Set(retracted.map(({ issueId }) => issueId))],
      orders: datapoints.flatMap((one) => ordersOf(one, version)),
      withdrawn: withdrawn
        .filter(({ id }) => !datapoints.some(({ datapoint }) => datapoint.id === id))
        .map(({ id }) => ({ datapointId: id, rowVersion: version })),
    };
  }

  function ordersOf(kept: KeptDatapoint, rowVersion: number): readonly JobOrder[] {
    const { slow = [], datapoint } = kept;
    if (slow.length === 0) return [];
    const { id: datapointId, projectId } = datapoint;
    const filedAt = encoder.filedAt(kept);
    return slow.map((request) => ({ ...request, projectId, datapointId, filedAt, rowVersion }));
  }

  function tracesOf(entries: readonly ProcessEntry[]): Map<string, NewParts> {
    const traces = new Map<string, NewParts>();
    for (const entry of entries) {
      const only = entry.items && new Set(entry.items);
      const { source, receivedAt, projectId, seq } = entry;
      const itemBytes = entry.bytes.length / Math.max(1, entry.itemCount);
      const partsOf = (traceId: string) => {
        const trace = traceOf(traces, projectId, traceId, itemKey(projectId, traceId, seq));
        trace.bytes += itemBytes;
        return trace;
      };
      if (entry.signal === "traces")
        for (const item of spansIn(entry.bytes, only)) partsOf(item.traceId).spans.push({ item, source, receivedAt });
      else for (const item of logsIn(entry.bytes, only)) partsOf(item.traceId).logs.push({ item, source, receivedAt });
    }
    return traces;
  }

  /** One trace after the other: decoded, the items of a batch are several times as large as their bytes. */
  function decoded({ projectId, traceId, spans, logs }: NewParts): Parts {
    const spanOf = (item: EncodedItem<Span>, source: Source) =>
      source === "proxy" ? readRaw(item.decode()) : item.decode();
    return {
      projectId,
      traceId,
      spans: spans.map(({ item, source, receivedAt }) => ({ item: spanOf(item, source), source, receivedAt })),
      logs: logs.map(({ item, source, receivedAt }) => ({ item: item.decode(), source, receivedAt })),
    };
  }
}

interface NewParts extends Pick<Parts, "projectId" | "traceId"> {
  readonly spans: TracePart<EncodedItem<Span>>[];
  readonly logs: TracePart<EncodedItem<LogRecord>>[];
  bytes: number;
}

function traceOf(traces: Map<string, NewParts>, projectId: ProjectId, traceId: string, key: string): NewParts {
  const known = traces.get(key);
  if (known) return known;
  const made: NewParts = { projectId, traceId, spans: [], logs: [], bytes: 0 };
  traces.set(key, made);
  return made;
}

/** The row that this batch leaves about the trace. */
function batchRow({ traceId, spans, logs, bytes }: NewParts, batchId: string, summary: TraceSummary | undefined) {
  if (traceId === "") return {};
  const receivedAt = (spans[0] ?? logs[0])?.receivedAt ?? Date.now();
  const items = spans.length + logs.length;
  return {
    batch: { traceId, batchId, items, bytes: Math.round(bytes), includes: (summary?.batches ?? 0) + 1, receivedAt },
  };
}

function blank(key: string, { projectId, traceId, spans, logs }: NewParts): TraceOutcome {
  return {
    key,
    projectId,
    traceId,
    items: spans.length + logs.length,
    datapoints: 0,
    checks: 0,
    overLimit: 0,
    findings: [],
    retracted: [],
    orders: [],
    withdrawn: [],
  };
}
