import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Source } from "../source.ts";

export type Signal = "traces" | "logs";

/** One accepted export request, as every source passes it to the accept stage. */
export interface Batch {
  readonly projectId: ProjectId;
  readonly source: Source;
  readonly signal: Signal;
  /** Unix milliseconds. */
  readonly receivedAt: number;
  /**
   * An OTLP ExportTraceServiceRequest or ExportLogsServiceRequest in protobuf, uncompressed, with only items that
   * passed the limits. The accept stage may transfer the memory, and retains none of it after it resolves.
   */
  readonly bytes: Uint8Array;
  /** Trace id of each span or log record in `bytes`, in order, lower-case hex; "" for a log record without one. */
  readonly traceIds: readonly string[];
  /** Digest of project and body as sent, which identifies a retried body. */
  readonly bodyHash: string;
}

/** Result of an export request after the pipeline has stored it and updated issues. */
export interface Summary {
  readonly datapointsCreated: number;
  readonly spansProcessed: number;
  readonly checksExecuted: number;
  readonly issuesFound: number;
}

export interface Admitted {
  /** The same body was accepted before (within the guard's 24 hours): nothing was added. */
  readonly repeated: boolean;
  /** Resolves when the request has left the pipeline; only for callers that wait for a receipt. */
  settled(): Promise<Summary>;
}

/**
 * The accept stage. admit() resolves once a crash can no longer lose the request (fsynced; group commit), before
 * the client's response. Throws Failure("dependency") {reason: "journal_full" | "journal_failed",
 * retryAfterSeconds} if not durable, and Failure("caller") {reason: "over_quota", retryAfterSeconds}.
 */
export interface Admission {
  admit(batch: Batch): Promise<Admitted>;
}

export const isOverQuota = (thrown: unknown): thrown is Failure =>
  thrown instanceof Failure && thrown.facts["reason"] === "over_quota";
