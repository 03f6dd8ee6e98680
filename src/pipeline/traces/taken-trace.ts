import type { ProjectId } from "../../platform/ids.ts";
import type { Seq } from "../../storage/ports/journal.ts";

export interface AssemblyOptions {
  /** A trace is taken once none of it has arrived for this long. */
  readonly holdMs: number;
  /** But no later than this after its first part. */
  readonly maxHoldMs: number;
  /** A batch holds about this many bytes and items; a larger trace is taken in parts. */
  readonly batchBytes: number;
  readonly batchItems: number;
  /** Payload of all journal entries that a batch reads: an entry may hold items of many traces. */
  readonly batchPayloadBytes: number;
  /** What a project may take in one turn. */
  readonly quantumBytes: number;
}

export interface TraceKey {
  readonly projectId: ProjectId;
  /** "" for log records without a trace: those of one entry are one group. */
  readonly traceId: string;
}

export interface ItemRef {
  readonly seq: Seq;
  readonly item: number;
}

/** The items of one trace that are processed together. */
export interface TakenTrace extends TraceKey {
  readonly key: string;
  readonly refs: readonly ItemRef[];
  /** Some of it may be stored already in part: all that is made of the trace is stored again. */
  readonly isReplay?: boolean;
}

/** Names a trace; log records without one are grouped by their entry. */
export const itemKey = (projectId: ProjectId, traceId: string, seq: Seq): string =>
  `${projectId} ${traceId === "" ? `#${seq}` : traceId}`;
