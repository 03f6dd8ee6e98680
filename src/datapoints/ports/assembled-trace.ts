import type { LogRecord, Source, Span } from "../../otlp/index.ts";
import type { DatapointId } from "../../platform/ids.ts";

/** A span to store, with the result of datapoint assembly. */
export interface AssembledSpan {
  readonly span: Span;
  readonly source: Source;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  /** The convention that matched the span; absent if it only provides trace context. */
  readonly convention?: string;
  readonly datapointId?: DatapointId;
  /** Explains in one sentence why the span is, or is not, a datapoint. */
  readonly reason: string;
}

export interface AssembledLog {
  readonly record: LogRecord;
  readonly source: Source;
  readonly receivedAt: number;
  readonly datapointId?: DatapointId;
  readonly reason: string;
}

/** The row that a write batch adds for a trace to `trace_batches`. */
export interface TraceBatchRow {
  readonly traceId: string;
  readonly batchId: string;
  /** Number of new spans and log records; `bytes` is their approximate size. */
  readonly items: number;
  readonly bytes: number;
  /** Number of batches of the trace that this one includes, itself counted. */
  readonly includes: number;
  /** Unix milliseconds. */
  readonly receivedAt: number;
}
