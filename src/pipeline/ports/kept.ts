import type { SlowRequest } from "../../checks/jobs/job.ts";
import type { Verdict } from "../../checks/verdicts/verdict.ts";
import type { Medium } from "../../datapoints/assembly/recognition.ts";
import type { Datapoint, Source } from "../../datapoints/datapoint.ts";
import type { Finding } from "../../issues/issue.ts";
import type { LogRecord, Span } from "../../otlp/span.ts";
import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";

/** A span as it is kept, with what recognition said of it. */
export interface KeptSpan {
  readonly span: Span;
  readonly source: Source;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  /** The convention that claimed it; absent: trace context only. */
  readonly convention?: string;
  /** The datapoint it speaks of, if any. */
  readonly datapointId?: DatapointId;
  /** Why it is, or is not, a datapoint, in one sentence. */
  readonly because: string;
}

export interface KeptLog {
  readonly record: LogRecord;
  readonly source: Source;
  readonly receivedAt: number;
  readonly datapointId?: DatapointId;
  readonly because: string;
}

export interface KeptDatapoint extends Judged {
  /** When the kept span came, Unix milliseconds: with its start it decides what time the rows are filed under. */
  readonly receivedAt: number;
  /** The time that its rows lie under already, Unix milliseconds: they are replaced there, whatever changed. */
  readonly filedAt?: number;
}

/** What the monitors of its project say of a datapoint. */
export interface Judged {
  readonly datapoint: Datapoint;
  readonly monitorIds: readonly MonitorId[];
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  /** The slow checks whose verdict is `queued`. */
  readonly slow?: readonly SlowRequest[];
}

/** What a job adds to the rows of its datapoint. */
export interface KeptVerdict {
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  /** The time that the datapoint's rows lie under, Unix milliseconds. */
  readonly filedAt: number;
  /** Absent where only findings are taken back. */
  readonly verdict?: Verdict;
  readonly findings: readonly Finding[];
  /** Findings of an earlier verdict that no longer hold: their rows disappear. */
  readonly retracted: readonly Pick<Finding, "issueId" | "check" | "monitorId">[];
}

/** What names a stored verdict, and what it said for whom. */
export type StoredVerdict = Pick<Verdict, "check" | "version" | "options" | "state" | "because" | "monitorIds">;

/** A datapoint that later spans of its trace turned into a part of another one. */
export interface Withdrawn {
  readonly id: DatapointId;
  /** The time its rows are filed under, Unix milliseconds, as the reader gave it: its start, or its arrival. */
  readonly startedAt: number;
  /** Its stored verdicts, as the reader gave them: they disappear with it. */
  readonly verdicts?: readonly StoredVerdict[];
}

/** A finding that no longer holds: its row disappears. Read back from the store, whatever became of its monitor. */
export interface RetractedFinding extends Pick<Finding, "issueId" | "datapointId" | "check" | "monitorId"> {
  /** The time that its row is partitioned by, Unix milliseconds. */
  readonly partitionTime: number;
}

/** The row that a write batch leaves about a trace in `trace_batches`. */
export interface TraceBatchRow {
  readonly traceId: string;
  readonly batchId: string;
  /** New spans and log records, and about their size. */
  readonly items: number;
  readonly bytes: number;
  /** Batches of the trace that this one had read, itself included. */
  readonly includes: number;
  /** Unix milliseconds. */
  readonly receivedAt: number;
}

/** What the pipeline made of one trace: everything stage "store" writes, in one value. */
export interface KeptTrace {
  readonly projectId: ProjectId;
  readonly spans: readonly KeptSpan[];
  readonly logs: readonly KeptLog[];
  readonly datapoints: readonly KeptDatapoint[];
  readonly withdrawn: readonly Withdrawn[];
  /** Findings of an earlier reading of this trace that no longer hold: their rows disappear. */
  readonly retracted: readonly RetractedFinding[];
  readonly media: readonly Medium[];
  /** Absent for log records without a trace. */
  readonly batch?: TraceBatchRow;
}

/** Rows of one table in the format that the keeper inserts. */
export interface TableBatch {
  readonly table: string;
  readonly rows: number;
  readonly bytes: Uint8Array;
}

/** Rows of one table of a write batch, with the place where each row begins, so that a part of them can be inserted. */
export interface TableRows extends TableBatch {
  /** Byte offset of each row. */
  readonly rowStarts: Uint32Array;
  /** For each call of `add` and `addVerdict`, in their order, the number of its first row. */
  readonly traceStarts: Uint32Array;
}

/** Rows of one table for one insert; what lies in a file comes in pieces. */
export interface TableInsert extends Pick<TableBatch, "table" | "rows"> {
  readonly bytes: Uint8Array | AsyncIterable<Uint8Array>;
}

/** Turns what the line made into table rows. Pure and without I/O: it runs in worker threads. */
export interface RowEncoder {
  /** `version` orders the states of one row: a later one replaces an earlier one. */
  add(trace: KeptTrace, version: number): void;
  addVerdict(kept: KeptVerdict, version: number): void;
  /** The time that a datapoint's rows are filed under, Unix milliseconds. */
  filedAt(kept: KeptDatapoint): number;
  /** The rows so far, per table; the encoder is empty afterwards. Last `datapoints`, then `trace_batches`. */
  take(): readonly TableRows[];
  /** The rows of the last `take` are no longer needed: their memory is used for the next ones. */
  reuse(): void;
}

/**
 * Stage "store". insert() resolves once ClickHouse holds the rows so that a crash of it loses none. Rows that are
 * inserted again count once: they are keyed by what they name, in their version. Throws Failure.
 */
export interface Keeper {
  insert(batch: TableInsert): Promise<void>;
  /**
   * Inserts one trivial row (a tombstone of no project) into the table and reads one row of it: resolves to undefined
   * when the engine does both, or to what it says. Decides whether a failed batch or the engine is at fault.
   */
  probe(table: string): Promise<{ readonly kind: "away" | "refusing"; readonly reason: string } | undefined>;
}
