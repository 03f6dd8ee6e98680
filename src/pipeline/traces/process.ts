import { type CheckHistory, type HistoryKey, isOverLimit, type JobOrder } from "../../checks/index.ts";
import type { Datapoint, TracePart, TraceParts, TraceSummary } from "../../datapoints/index.ts";
import type { Finding } from "../../issues/index.ts";
import type { EncodedItem, LogRecord, Span } from "../../otlp/index.ts";
import { messageOf } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Entry, ResultLocation, Seq } from "../../storage/index.ts";
import { encodeHead, type TraceOutcome } from "../batches/batch-result.ts";
import type { RuledOut } from "../batches/strikes.ts";
import type { EvaluatedDatapoint, ProcessedTrace, RowEncoder } from "../ports/processed-trace.ts";
import { createProcessTrace, type Parts, type ProcessTraceDependencies } from "./process-trace.ts";
import { itemKey } from "./taken-trace.ts";

export interface ProcessEntry extends Pick<Entry, "projectId" | "source" | "signal" | "receivedAt" | "bytes"> {
  readonly seq: Seq;
  readonly itemCount: number;
  readonly items?: readonly number[];
}

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
  /** Checks that ended a thread before and are not run. */
  readonly ruledOut?: readonly RuledOut[];
}

export type ProcessReply = Processed | MissingHistory;

/** The serialized head of the result, and the rows of its tables, valid until the encoder's `reuse`. */
export interface Processed {
  readonly kind: "processed";
  readonly head: Uint8Array;
  readonly tables: readonly Uint8Array[];
}

export interface MissingHistory {
  readonly kind: "needs_history";
  readonly keys: readonly HistoryKey[];
}

/** The task of a worker thread: processes a batch and writes the result to `location`. */
export interface WorkerTask extends ProcessTask {
  readonly location: ResultLocation;
}

/**
 * The reply of a worker thread. The rows are in the file; the head, which the main thread reads, is also included.
 */
export type WorkerReply =
  | { readonly kind: "written"; readonly head: Uint8Array }
  | { readonly kind: "refused"; readonly reason: string }
  | MissingHistory;

type ItemsIn<Item> = (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly EncodedItem<Item>[];

interface ProcessDependencies extends ProcessTraceDependencies {
  readonly spansIn: ItemsIn<Span>;
  readonly logsIn: ItemsIn<LogRecord>;
  /** Reads a span that holds an unread call of the proxy. */
  readonly readRaw?: (span: Span) => Pick<TracePart<Span>, "item" | "content">;
  readonly encoder: RowEncoder;
  /** A call that was deleted before it was stored removes its whole trace. */
  readonly isErased?: (datapoint: Datapoint) => boolean;
  /** Sets the history that checks may read, runs `act` and returns the keys that were missing. */
  readonly withHistory?: (history: CheckHistory, act: () => void) => readonly HistoryKey[];
  /** Called before the work on each trace, with its key. */
  readonly onTrace?: (key: string, project: ProjectId) => void;
}

/**
 * Creates the stages "assemble datapoints", "match monitors" and "evaluate", and the encoding of rows, for the
 * traces of one write batch: bytes in, rows out, no I/O. For a trace with stored parts, only new or changed rows
 * are returned.
 */
export function createProcess({
  spansIn,
  logsIn,
  readRaw = (item) => ({ item }),
  encoder,
  isErased = () => false,
  withHistory = (_, act) => {
    act();
    return [];
  },
  onTrace = () => undefined,
  ...dependencies
}: ProcessDependencies) {
  const processTrace = createProcessTrace(dependencies);

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
    // A trace that is assembled again from stored parts has no new items.
    for (const { projectId, traceId } of earlier) traceOf(traces, projectId, traceId, `${projectId} ${traceId}`);
    let encodedIndex = 0;
    return [...traces].map(([key, trace]): TraceOutcome => {
      const stored = earlierOf.get(key);
      onTrace(key, trace.projectId);
      try {
        const processed = processTrace(decoded(trace), stored && { ...stored.parts, storesAll: stored.storesAll });
        if (processed.datapoints.some(({ datapoint }) => isErased(datapoint)))
          return { ...blank(key, trace), isErased: true };
        encoder.add({ ...processed, ...batchRow(trace, batchId, stored?.summary) }, version);
        return { ...outcomeOf(key, trace, processed, version), encodedIndex: encodedIndex++ };
      } catch (thrown) {
        return { ...blank(key, trace), broken: messageOf(thrown) };
      }
    });
  }

  function outcomeOf(key: string, trace: NewParts, processed: ProcessedTrace, version: number): TraceOutcome {
    const { datapoints, retracted, superseded } = processed;
    return {
      ...blank(key, trace),
      datapoints: datapoints.length,
      checks: datapoints.reduce((sum, { verdicts, slow = [] }) => sum + verdicts.length - slow.length, 0),
      overLimit: datapoints.filter(({ verdicts }) => verdicts.some(isOverLimit)).length,
      findings: datapoints.flatMap((one) => findingsIn(one, version)),
      retracted: [...new Set(retracted.map(({ issueId }) => issueId))],
      orders: datapoints.flatMap((one) => ordersOf(one, version)),
      superseded: superseded
        .filter(({ id }) => !datapoints.some(({ datapoint }) => datapoint.id === id))
        .map(({ id }) => ({ datapointId: id, rowVersion: version })),
    };
  }

  function findingsIn(evaluated: EvaluatedDatapoint, version: number): readonly Finding[] {
    return evaluated.findings.map((finding) => {
      if (!finding.topic) return finding;
      const row = { partitionTime: encoder.partitionTime(evaluated), version };
      return { ...finding, topic: { ...finding.topic, row } };
    });
  }

  function ordersOf(evaluated: EvaluatedDatapoint, rowVersion: number): readonly JobOrder[] {
    const { slow = [], datapoint } = evaluated;
    if (slow.length === 0) return [];
    const { id: datapointId, projectId } = datapoint;
    const partitionTime = encoder.partitionTime(evaluated);
    return slow.map((request) => ({ ...request, projectId, datapointId, partitionTime, rowVersion }));
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

  /** Traces are decoded one at a time: decoded items are several times as large as their bytes. */
  function decoded({ projectId, traceId, spans, logs }: NewParts): Parts {
    const spanOf = ({ item, source, receivedAt }: TracePart<EncodedItem<Span>>): TracePart<Span> =>
      source === "proxy"
        ? { ...readRaw(item.decode()), source, receivedAt }
        : { item: item.decode(), source, receivedAt };
    return {
      projectId,
      traceId,
      spans: spans.map(spanOf),
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
    superseded: [],
  };
}
