import type { Source } from "../../datapoints/datapoint.ts";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";

export type Signal = "traces" | "logs";

/** One accepted export request, as every way in hands it to station 2. */
export interface Batch {
  readonly projectId: ProjectId;
  readonly source: Source;
  readonly signal: Signal;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  /**
   * An OTLP ExportTraceServiceRequest or ExportLogsServiceRequest in protobuf, uncompressed, holding only items that
   * passed the limits. The admission may take the memory with it, and keeps none of it once it has answered.
   */
  readonly bytes: Uint8Array;
  /** The trace id of each span or log record in `bytes`, in order, lower-case hex; "" for a log record without one. */
  readonly traceIds: readonly string[];
  /** Digest of project and body as sent: a retried body is recognised by it. */
  readonly bodyHash: string;
}

/** What became of a batch once the line has kept and raised it. */
export interface Summary {
  readonly datapointsCreated: number;
  readonly spansProcessed: number;
  readonly checksExecuted: number;
  readonly issuesFound: number;
}

export interface Admitted {
  /** The same body was admitted before (within the guard's 24 hours): nothing was added. */
  readonly repeated: boolean;
  /** Resolves when the batch has left the line; only asked for by callers that wait for a receipt. */
  settled(): Promise<Summary>;
}

/**
 * Station 2. admit() resolves once a crash can no longer lose the batch (fsynced; group commit), and only then may the
 * sender be answered. It throws Failure("dependency") with facts {reason: "journal_full" | "journal_failed",
 * retryAfterSeconds} when the batch cannot be made durable, and Failure("caller") with facts {reason: "over_quota",
 * retryAfterSeconds} when its project sends more than it may: nothing of it is kept then.
 */
export interface Admission {
  admit(batch: Batch): Promise<Admitted>;
}

export const isOverQuota = (thrown: unknown): thrown is Failure =>
  thrown instanceof Failure && thrown.facts["reason"] === "over_quota";
