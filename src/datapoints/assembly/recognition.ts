import type { LogRecord, Source, Span } from "../../otlp/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Datapoint } from "../datapoint.ts";
import type { CallContent } from "./call-content.ts";

/** A span or log record with how and when it arrived. */
export interface TracePart<Item> {
  readonly item: Item;
  readonly source: Source;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  /** What the JSON texts of a span's attributes encode, where that is known without parsing them. */
  readonly content?: CallContent;
}

/**
 * Everything received of one trace so far. Log records without a trace id are passed together, without
 * `traceId`.
 */
export interface TraceInput {
  readonly projectId: ProjectId;
  readonly traceId?: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

/** The classification of one part, index-aligned with the input's list. */
export interface PartReading {
  readonly convention?: string;
  readonly datapointId?: DatapointId;
  /** Why it is, or isn't, a datapoint, in one sentence. */
  readonly reason: string;
}

/** Content that was moved out of a message, identified by its digest. */
export interface Medium {
  /** Lower-case hex. */
  readonly sha256: string;
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

/**
 * Result of datapoint assembly: a pure function of the set of parts. Their order, batching and repetition change
 * nothing, so a trace can be assembled again whenever more of it arrives.
 */
export interface Recognized {
  readonly datapoints: readonly Datapoint[];
  readonly spans: readonly PartReading[];
  readonly logs: readonly PartReading[];
  /** Unique, sorted by digest. */
  readonly media: readonly Medium[];
}

export type Recognize = (trace: TraceInput) => Recognized;
