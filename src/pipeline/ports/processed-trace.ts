import type { SlowRequest } from "../../checks/index.ts";
import type {
  AssembledLog,
  AssembledSpan,
  Datapoint,
  Medium,
  StoredVerdict,
  TraceBatchRow,
  Verdict,
} from "../../datapoints/index.ts";
import type { Finding } from "../../issues/index.ts";
import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { TableBatch } from "../../storage/index.ts";

export interface EvaluatedDatapoint extends Judged {
  /**
   * Arrival time of the span, Unix milliseconds. Together with the span's start it determines the partition time of
   * the rows.
   */
  readonly receivedAt: number;
  /** Partition time of the rows that are already stored, Unix milliseconds: they are replaced in that partition. */
  readonly partitionTime?: number;
  /** Stored verdicts that no monitor requests since later spans arrived: their rows are deleted. */
  readonly dropped?: readonly StoredVerdict[];
}

/** The result of evaluating a datapoint with the monitors of its project. */
export interface Judged {
  readonly datapoint: Datapoint;
  readonly monitorIds: readonly MonitorId[];
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  /** The requested asynchronous checks, whose verdict is `queued`. */
  readonly slow?: readonly SlowRequest[];
}

/** What an evaluation job adds to the rows of its datapoint. */
export interface VerdictUpdate {
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  /** Partition time of the datapoint's rows, Unix milliseconds. */
  readonly partitionTime: number;
  /** Absent if findings are only retracted. */
  readonly verdict?: Verdict;
  readonly findings: readonly Finding[];
  /** Findings of an earlier verdict that no longer hold: their rows are deleted. */
  readonly retracted: readonly Pick<Finding, "issueId" | "check" | "monitorId">[];
}

/** A superseded datapoint: later spans of its trace made it a part of another one. */
export interface Superseded {
  readonly id: DatapointId;
  /**
   * Partition time of its rows, Unix milliseconds, as the reader returned it: the start or arrival of the datapoint.
   */
  readonly startedAt: number;
  /** Its stored verdicts, as the reader returned them: they are deleted with it. */
  readonly verdicts?: readonly StoredVerdict[];
}

/**
 * A finding that no longer holds, whose row is deleted. It is read back from the store, independent of its
 * monitor's state.
 */
export interface RetractedFinding extends Pick<Finding, "issueId" | "datapointId" | "check" | "monitorId"> {
  /** Partition time of its row, Unix milliseconds. */
  readonly partitionTime: number;
}

/** The result of processing one trace: everything that stage "store" writes. */
export interface ProcessedTrace {
  readonly projectId: ProjectId;
  readonly spans: readonly AssembledSpan[];
  readonly logs: readonly AssembledLog[];
  readonly datapoints: readonly EvaluatedDatapoint[];
  readonly superseded: readonly Superseded[];
  /** Findings of an earlier reading of this trace that no longer hold: their rows are deleted. */
  readonly retracted: readonly RetractedFinding[];
  readonly media: readonly Medium[];
  /** Absent for log records without a trace. */
  readonly batch?: TraceBatchRow;
}

/** Rows of one table of a write batch, with the offset of each row, so that a range of them can be inserted. */
export interface TableRows extends TableBatch {
  readonly rowStarts: Uint32Array;
  /** For each call of `add` and `addVerdict`, in order, the index of its first row. */
  readonly traceStarts: Uint32Array;
}

/** Encodes processed traces as table rows. Pure and without I/O: it runs in worker threads. */
export interface RowEncoder {
  /** `version` orders the states of one row: a higher one replaces a lower one. */
  add(trace: ProcessedTrace, version: number): void;
  addVerdict(update: VerdictUpdate, version: number): void;
  /** Returns the partition time of a datapoint's rows, Unix milliseconds. */
  partitionTime(datapoint: EvaluatedDatapoint): number;
  /** Returns the rows so far, per table, and empties the encoder. `datapoints`, then `trace_batches` come last. */
  take(): readonly TableRows[];
  /** Reuses the memory of the last `take`, whose rows are no longer needed. */
  reuse(): void;
}
