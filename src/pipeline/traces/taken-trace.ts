import type { ProjectId } from "../../platform/ids.ts";
import type { Seq } from "../../storage/index.ts";

export interface AssemblyOptions {
  /** A trace is taken once no part of it has arrived for this long. */
  readonly holdMs: number;
  /** A trace is taken at the latest this long after its first part. */
  readonly maxHoldMs: number;
  /** Approximate maximum bytes and items of a batch; a larger trace is taken in parts. */
  readonly batchBytes: number;
  readonly batchItems: number;
  /** Maximum payload of all journal entries that a batch reads: an entry may hold items of many traces. */
  readonly batchPayloadBytes: number;
  /** The bytes that a project may add in one turn. */
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

export interface TakenTrace extends TraceKey {
  readonly key: string;
  readonly refs: readonly ItemRef[];
  /** Parts of the trace may already be stored: the whole trace is stored again. */
  readonly isReplay?: boolean;
}

/** Returns the key of an item's trace; log records without a trace are grouped by their entry. */
export const itemKey = (projectId: ProjectId, traceId: string, seq: Seq): string =>
  `${projectId} ${traceId === "" ? `#${seq}` : traceId}`;
