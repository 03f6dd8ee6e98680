import type { LogRecord, Span } from "../../otlp/span.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Datapoint, Source } from "../datapoint.ts";

/** A span or log record with how and when it came. */
export interface TracePart<Item> {
  readonly item: Item;
  readonly source: Source;
  /** Unix milliseconds. */
  readonly receivedAt: number;
}

/** All that is known of one trace so far. Log records without a trace id are given together, without `traceId`. */
export interface TraceInput {
  readonly projectId: ProjectId;
  readonly traceId?: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

/** What recognition says of one part: index-aligned with the input's list. */
export interface PartReading {
  readonly convention?: string;
  readonly datapointId?: DatapointId;
  /** Why it is, or is not, a datapoint, in one sentence. */
  readonly because: string;
}

/** Content that was moved out of a message, named by what it is. */
export interface Medium {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Station 3's answer: a pure function of the set of parts. Order, batching and repetition of the parts change
 * nothing, so a trace may be recognised again whenever more of it arrives.
 */
export interface Recognized {
  readonly datapoints: readonly Datapoint[];
  readonly spans: readonly PartReading[];
  readonly logs: readonly PartReading[];
  /** Once each, in the order of their digests. */
  readonly media: readonly Medium[];
}

export type Recognize = (trace: TraceInput) => Recognized;
