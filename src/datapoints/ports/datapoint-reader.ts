import type { Evidence, Verdict, VerdictState } from "../../checks/verdicts/verdict.ts";
import type { Finding } from "../../issues/issue.ts";
import type { LogRecord, Span } from "../../otlp/span.ts";
import type { StoredVerdict } from "../../pipeline/ports/kept.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { TracePart } from "../assembly/recognition.ts";
import type { Datapoint, FinishReason, Operation, Source, Usage } from "../datapoint.ts";
import type { ErrorType } from "../errors/error-types.ts";
import type { Query } from "../query/ast.ts";

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Opaque; absent on the last page. */
  readonly nextCursor?: string;
}

/** A page of a search that has its time: short, or empty, where little matches. */
export interface SearchedPage<Item> extends Page<Item> {
  /** Unix milliseconds: nothing older was looked at, and `nextCursor` goes on there. Absent where no time was wanting. */
  readonly searchedTo?: number;
}

export interface Range {
  /** Unix milliseconds, inclusive. */
  readonly from: number;
  /** Unix milliseconds, exclusive. */
  readonly to: number;
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

/** By the time that rows are filed under, or by what a call took, cost or held; what is not known comes last. */
export const rowOrders = ["newest", "oldest", "slowest", "costliest", "longest"] as const;
export type RowOrder = (typeof rowOrders)[number];

/** What was stored since a mark: the newest of it, how much it was altogether, and the mark for the next look. */
export interface Arrivals {
  readonly items: readonly DatapointRow[];
  readonly among: number;
  /** Microseconds since 1970, as `since`. */
  readonly until: number;
}

/** A datapoint in a list: no payload, previews of at most 300 characters. */
export interface DatapointRow {
  readonly id: DatapointId;
  readonly traceId: string;
  readonly spanId: string;
  readonly source: Source;
  readonly operation: Operation;
  readonly startedAt: number;
  /** What lists are sorted by: the start, or the arrival where the start lies after it or over an hour before. */
  readonly filedAt: number;
  readonly durationMs: number;
  readonly timeToFirstTokenMs?: number;
  readonly provider?: string;
  readonly requestModel?: string;
  readonly responseModel?: string;
  readonly inputPreview: string;
  readonly outputPreview: string;
  readonly finishReasons: readonly FinishReason[];
  readonly usage: Usage;
  readonly costUsd?: number;
  readonly errorType?: ErrorType;
  readonly errorMessage?: string;
  readonly sessionId?: string;
  readonly userId?: string;
  readonly service?: string;
  readonly environment?: string;
  readonly release?: string;
  readonly tags: readonly string[];
  /** One entry for each image, audio and file of its dialog; absent where there is none. */
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
  readonly because: string;
}

export interface StoredTrace {
  readonly spans: readonly StoredSpan[];
  readonly logs: readonly {
    readonly record: LogRecord;
    readonly datapointId?: DatapointId;
    readonly because: string;
  }[];
  readonly datapoints: readonly DatapointRow[];
  /** The trace is larger: these are the first 5,000 spans, log records and datapoints by time, or 32 MB of them. */
  readonly isCut?: true;
}

/** A stored datapoint of a trace that is assembled again. The same id may be stored under two times by two processes. */
export interface StoredReading {
  readonly id: DatapointId;
  /** The time that its rows are partitioned by (column `at`), Unix milliseconds. */
  readonly partitionTime: number;
  /** Spans that described the call. */
  readonly spanIds: readonly string[];
  readonly verdicts: readonly StoredVerdict[];
  /** What names its stored findings. */
  readonly findings: readonly Pick<Finding, "issueId" | "check" | "monitorId">[];
}

/** What is stored of a trace, or of a large one around what arrives, for assembling it again. */
export interface TraceParts {
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
  readonly readings: readonly StoredReading[];
}

export interface TraceName {
  readonly projectId: ProjectId;
  readonly traceId: string;
}

/** What is known of a trace without reading its parts: the sum of the rows that write batches left about it. */
export interface TraceSummary {
  /** Write batches that stored something of it. */
  readonly batches: number;
  /** Spans and log records, a repeated delivery counted each time. */
  readonly items: number;
  /** About the size of those, as stored; as `items`, at least. */
  readonly bytes: number;
  /** The highest version of its rows. */
  readonly version: number;
  /**
   * The batch with the highest version had read all others. Where it had not (two processes stored parts of the trace
   * at the same time), the trace is to be assembled once more from what is stored.
   */
  readonly isSettled: boolean;
  /** Arrival of the first and last of its batches, Unix milliseconds. */
  readonly from: number;
  readonly to: number;
}

/** A trace of more is not read whole. */
export const wholeTrace = { items: 300, bytes: 4 * 2 ** 20 } as const;

/**
 * A trace whose stored parts are wanted, with what `summaries` said of it, and the spans that arrive now: of a trace
 * that is not read whole, what lies around them is read.
 */
export interface PartsRequest {
  readonly traceId: string;
  readonly summary: TraceSummary;
  readonly spanIds: readonly string[];
  readonly parentSpanIds: readonly string[];
}

export interface Occurrence {
  readonly datapoint: DatapointRow;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly at: number;
}

/** An issue and what people merged into it: read as one. */
export interface IssueGroup {
  readonly id: IssueId;
  readonly mergedIds: readonly IssueId[];
}

export interface Steps {
  /** Unix milliseconds: where the first step begins. */
  readonly from: number;
  readonly stepMs: number;
  /** How many; at most 1,000. */
  readonly count: number;
}

/** Counted from de-duplicated rows: a repeated delivery changes none of them. */
export interface IssueCounts {
  readonly occurrences: number;
  readonly usersAffected: number;
  readonly sessionsAffected: number;
  /** Occurrences that were another try of the same call, and the most tries that came before one of them. */
  readonly retried: number;
  readonly mostRetries: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

export interface MinuteSample {
  /** From 0 to 1. */
  readonly share: number;
  readonly mostPerMinute: number;
}

/**
 * Reads from ClickHouse. Every call is bounded in time, rows and memory and throws Failure("dependency") with facts
 * {reason: "timeout" | "unreachable" | "too_much"} when the bound is met.
 */
export interface DatapointReader {
  /**
   * Newest first unless told; a cursor goes on in the order it was given out in. The newest come within about two
   * seconds, as many as were found until then: only a page without `nextCursor` is the last.
   */
  list(
    project: ProjectId,
    query: Query,
    range: Range,
    page: PageRequest & { readonly order?: RowOrder },
  ): Promise<SearchedPage<DatapointRow>>;
  /** What was stored after `since` (microseconds), by arrival and not by start, newest first. */
  arrived(
    project: ProjectId,
    query: Query,
    times: { readonly since: number; readonly now: number },
    limit: number,
  ): Promise<Arrivals>;
  count(project: ProjectId, query: Query, range: Range): Promise<number>;
  /** As many of them as come through a sample and, of each minute, through a limit; about, since a sample is drawn. */
  countSampled(project: ProjectId, query: Query, range: Range, sample: MinuteSample): Promise<number>;
  get(project: ProjectId, id: DatapointId): Promise<StoredDatapoint | undefined>;
  /** Whole datapoints whose rows lie under a known time, in the order asked; one that is gone is left out. */
  stored(
    project: ProjectId,
    filed: readonly { readonly id: DatapointId; readonly filedAt: number }[],
  ): Promise<readonly StoredDatapoint[]>;
  /** Newest matching datapoints with payload, for previews. */
  newest(project: ProjectId, query: Query, range: Range, limit: number): Promise<readonly StoredDatapoint[]>;
}

export interface TraceReader {
  trace(project: ProjectId, traceId: string): Promise<StoredTrace | undefined>;
  /** Those of the traces that have something stored, and received in the last seven days; by `project trace`. */
  summaries(traces: readonly TraceName[]): Promise<ReadonlyMap<string, TraceSummary>>;
  /**
   * Stored parts of traces: whole up to `wholeTrace`, else the neighborhood (ancestors, children, log records
   * and the latest calls), of bounded size and cost. The caller keeps the sum of whole traces below 2,000 items and
   * 16 MB by their summaries. Not held to the limits of people's queries.
   */
  parts(project: ProjectId, requests: readonly PartsRequest[]): Promise<ReadonlyMap<string, TraceParts>>;
}

export interface FindingReader {
  counts(project: ProjectId, issues: readonly IssueGroup[]): Promise<ReadonlyMap<IssueId, IssueCounts>>;
  /** Newest first. */
  occurrences(project: ProjectId, issue: IssueGroup, page: PageRequest): Promise<Page<Occurrence>>;
  /** Occurrences per step of time, oldest first; an issue without any in that time is left out. */
  trend(
    project: ProjectId,
    issues: readonly IssueGroup[],
    steps: Steps,
  ): Promise<ReadonlyMap<IssueId, readonly number[]>>;
}

/** Content that was moved out of messages, by what it is. */
export interface MediaReader {
  medium(project: ProjectId, sha256: string): Promise<{ mediaType: string; bytes: Uint8Array } | undefined>;
}
