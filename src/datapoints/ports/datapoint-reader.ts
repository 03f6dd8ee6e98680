import type { LogRecord, Span } from "../../otlp/index.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest, Range } from "../../platform/paging.ts";
import type { TracePart } from "../assembly/recognition.ts";
import type { Datapoint } from "../datapoint.ts";
import type { ErrorType } from "../errors/error-types.ts";
import type { ListedKey } from "../fields/catalogue.ts";
import type { Query } from "../query/ast.ts";
import type { StoredVerdict, Verdict, VerdictState } from "../verdicts/verdict.ts";

/** A page of a time-limited search: it can be short or empty where little matches. */
export interface SearchedPage<Item> extends Page<Item> {
  /**
   * Unix milliseconds: older data was not searched; `nextCursor` continues there. Absent when the search completed
   * in time.
   */
  readonly searchedTo?: number;
}

/** By partition time, or by duration, cost or size of a call; unknown values sort last. */
export const rowOrders = ["newest", "oldest", "slowest", "costliest", "longest"] as const;
export type RowOrder = (typeof rowOrders)[number];

/** What was stored since a watermark: its newest rows, its total count, and the watermark for the next read. */
export interface Arrivals {
  readonly items: readonly DatapointRow[];
  readonly among: number;
  /** Microseconds since 1970, as `since`. */
  readonly until: number;
}

/** A datapoint in a list: no payload; previews of at most 300 characters. */
export interface DatapointRow extends Pick<Datapoint, Extract<ListedKey, keyof Datapoint> | "id" | "usage"> {
  /** Sort time of lists: the start, or the arrival if the start is after it or over an hour before it. */
  readonly partitionTime: number;
  readonly inputPreview: string;
  readonly outputPreview: string;
  readonly costUsd?: number;
  readonly errorType?: ErrorType;
  readonly errorMessage?: string;
  /** One entry per image, audio and file of the dialog; absent where there is none. */
  readonly media?: readonly ("image" | "audio" | "file")[];
  readonly verdicts: Readonly<Partial<Record<VerdictState, number>>>;
}

export interface StoredDatapoint {
  readonly datapoint: Datapoint;
  readonly monitorIds: readonly MonitorId[];
  readonly verdicts: readonly Verdict[];
}

export interface StoredSpan {
  readonly span: Span;
  readonly convention?: string;
  readonly datapointId?: DatapointId;
  readonly reason: string;
}

export interface StoredTrace {
  readonly spans: readonly StoredSpan[];
  readonly logs: readonly {
    readonly record: LogRecord;
    readonly datapointId?: DatapointId;
    readonly reason: string;
  }[];
  readonly datapoints: readonly DatapointRow[];
  /** The trace is larger: these are its first 5,000 spans, log records and datapoints by time, or 32 MB of them. */
  readonly isCut?: true;
}

/** A stored datapoint of a trace that is assembled again. Two processes can store the same id under two times. */
export interface StoredReading {
  readonly id: DatapointId;
  /** Partition time of its rows (column `at`), Unix milliseconds. */
  readonly partitionTime: number;
  /** Spans that described the call. */
  readonly spanIds: readonly string[];
  readonly verdicts: readonly StoredVerdict[];
  /** Identifies its stored findings. */
  readonly findings: readonly { readonly issueId: IssueId; readonly check: string; readonly monitorId: MonitorId }[];
}

/** Stored parts of a trace, or of a large one the parts around the arriving spans, for assembling it again. */
export interface TraceParts {
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
  readonly readings: readonly StoredReading[];
}

export interface TraceName {
  readonly projectId: ProjectId;
  readonly traceId: string;
}

/** What is known of a trace without reading its parts: the sum of the rows that write batches stored about it. */
export interface TraceSummary {
  /** Number of write batches that stored parts of it. */
  readonly batches: number;
  /** Number of spans and log records, counting repeated deliveries. */
  readonly items: number;
  /** Approximate stored size, counting repeated deliveries. */
  readonly bytes: number;
  /** The highest version of its rows. */
  readonly version: number;
  /**
   * Whether the batch with the highest version read all others. If not (two processes stored parts of the trace at
   * the same time), the trace must be assembled again from what is stored.
   */
  readonly isSettled: boolean;
  /** Arrival of the first and the last batch, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** Traces above these limits are not read whole. */
export const wholeTrace = { items: 300, bytes: 4 * 2 ** 20 } as const;

/**
 * A trace whose stored parts are requested, with its result of `summaries` and the arriving spans: of a trace
 * that is not read whole, the parts around these spans are read.
 */
export interface PartsRequest {
  readonly traceId: string;
  readonly summary: TraceSummary;
  readonly spanIds: readonly string[];
  readonly parentSpanIds: readonly string[];
}

export interface MinuteSample {
  /** From 0 to 1. */
  readonly share: number;
  readonly mostPerMinute: number;
}

/**
 * Reads from ClickHouse. Every call is bounded in time, rows and memory and throws Failure("dependency") with
 * facts {reason: "timeout" | "unreachable" | "too_much"} when a bound is exceeded.
 */
export interface DatapointReader {
  /**
   * Newest first by default; a cursor continues in the order in which it was issued. Returns what was found after
   * about two seconds: only a page without `nextCursor` is the last.
   */
  list(
    project: ProjectId,
    query: Query,
    range: Range,
    page: PageRequest & { readonly order?: RowOrder },
  ): Promise<SearchedPage<DatapointRow>>;
  /** Returns what was stored after `since` (microseconds), ordered by arrival instead of start, newest first. */
  arrived(
    project: ProjectId,
    query: Query,
    times: { readonly since: number; readonly now: number },
    limit: number,
  ): Promise<Arrivals>;
  count(project: ProjectId, query: Query, range: Range): Promise<number>;
  /** Estimates how many pass a random sample and a limit per minute. */
  countSampled(project: ProjectId, query: Query, range: Range, sample: MinuteSample): Promise<number>;
  /** Returns a datapoint with its dialog history. */
  get(project: ProjectId, id: DatapointId): Promise<StoredDatapoint | undefined>;
  /**
   * Returns whole datapoints of known times, in the requested order; deleted ones are omitted. `withHistory`: with their
   * dialog histories, for checks.
   */
  stored(
    project: ProjectId,
    filed: readonly { readonly id: DatapointId; readonly partitionTime: number }[],
    options?: { readonly withHistory: boolean },
  ): Promise<readonly StoredDatapoint[]>;
  /** Returns the newest matching datapoints with payload, for previews. */
  newest(project: ProjectId, query: Query, range: Range, limit: number): Promise<readonly StoredDatapoint[]>;
}

export interface TraceReader {
  trace(project: ProjectId, traceId: string): Promise<StoredTrace | undefined>;
  /** Summaries by `project trace`, of traces that have something stored and received in the last seven days. */
  summaries(traces: readonly TraceName[]): Promise<ReadonlyMap<string, TraceSummary>>;
  /**
   * Returns stored parts of traces: whole up to `wholeTrace`, otherwise the neighborhood (ancestors, children, log
   * records and the latest calls), bounded in size and cost. The caller keeps the sum of whole traces below 2,000
   * items and 16 MB by their summaries. Not subject to the limits of user queries.
   */
  parts(project: ProjectId, requests: readonly PartsRequest[]): Promise<ReadonlyMap<string, TraceParts>>;
}

/** Reads content that was moved out of messages, by digest. */
export interface MediaReader {
  medium(project: ProjectId, sha256: string): Promise<{ mediaType: string; bytes: Uint8Array } | undefined>;
}
