import type { Buckets, FacetField, Scope, SplitField, VerdictState } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";

/**
 * Datapoint counts of one time window: failed calls, calls with a failed check, and the rest. They are disjoint.
 */
export interface Outcomes {
  readonly ok: number;
  readonly failing: number;
  readonly error: number;
}

export interface Facet {
  /** Most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** More values exist than are returned. */
  readonly hasMore: boolean;
  /**
   * Unix milliseconds. Only data from here on was counted, because the whole range takes too long. Absent: whole
   * range.
   */
  readonly since?: number;
}

/** Metrics of one bucket and one split value. Absent fields: no data was reported. */
export interface Usage {
  readonly bucket: number;
  readonly name?: string;
  readonly calls: number;
  readonly errors: number;
  readonly failing?: number;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly cacheReadTokens?: number;
  readonly costUsd?: number;
  readonly latencyP50Ms?: number;
  readonly latencyP95Ms?: number;
  readonly latencyP99Ms?: number;
  readonly timeToFirstTokenP95Ms?: number;
}

/** Number of calls in a bucket with a latency between 2^(step/2) and 2^((step+1)/2) milliseconds. */
export interface LatencyCell {
  readonly bucket: number;
  readonly step: number;
  readonly calls: number;
}

/** Verdicts of one check in one bucket, by state. */
export interface CheckResults {
  readonly check: string;
  readonly bucket: number;
  readonly states: Readonly<Partial<Record<VerdictState, number>>>;
}

/**
 * Aggregates over de-duplicated rows: a repeated delivery changes no count. Each call has its own time limit,
 * shorter than that of a list, and throws Failure("dependency") with {reason: "timeout" | "too_much" |
 * "unreachable"} beyond it, so that a list still loads when its aggregates fail.
 */
export interface OverviewReader {
  /** Returns one entry per bucket, including empty ones. */
  histogram(scope: Scope, buckets: Buckets): Promise<readonly Outcomes[]>;
  facet(scope: Scope, field: FacetField, limit: number): Promise<Facet>;
  /** Omits buckets (and names) without datapoints; `failing` is set only without a split. */
  usage(scope: Scope, buckets: Buckets, by?: SplitField): Promise<readonly Usage[]>;
  latencies(scope: Scope, buckets: Buckets): Promise<readonly LatencyCell[]>;
  checkResults(project: ProjectId, range: Range, buckets: Buckets): Promise<readonly CheckResults[]>;
}
