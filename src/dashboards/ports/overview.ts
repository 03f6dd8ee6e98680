import type { VerdictState } from "../../checks/verdicts/verdict.ts";
import type { Buckets } from "../../datapoints/lists/buckets.ts";
import type { FacetField, SplitField } from "../../datapoints/lists/facets.ts";
import type { Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { Query } from "../../datapoints/query/ast.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** Which datapoints are looked at. */
export interface Scope {
  readonly project: ProjectId;
  readonly query: Query;
  readonly range: Range;
}

/** Datapoints of one stretch of time: those that failed, those with a failed check, the rest. They add up. */
export interface Outcomes {
  readonly ok: number;
  readonly failing: number;
  readonly error: number;
}

export interface Facet {
  /** Most frequent first. */
  readonly values: readonly { readonly value: string; readonly count: number }[];
  /** There are more values than are told. */
  readonly hasMore: boolean;
  /** Unix milliseconds: counted from here on only, since the whole takes too long. Absent: the whole range. */
  readonly since?: number;
}

/** Figures of one bucket and one value of what they are split by. Absent: nobody reported it. */
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

/** How many calls of a bucket took between 2^(step/2) and 2^((step+1)/2) milliseconds. */
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
 * Counts over many datapoints, always of de-duplicated rows: a repeated delivery moves none of them. Each call has a
 * time limit of its own, shorter than that of a list, and throws Failure("dependency") with {reason: "timeout" |
 * "too_much" | "unreachable"} beyond it: what is counted beside a list may fail without it.
 */
export interface OverviewReader {
  /** One entry per bucket, also of those without datapoints. */
  histogram(scope: Scope, buckets: Buckets): Promise<readonly Outcomes[]>;
  facet(scope: Scope, field: FacetField, limit: number): Promise<Facet>;
  /** Without those buckets (and names) that have no datapoint; `failing` only where nothing is split. */
  usage(scope: Scope, buckets: Buckets, by?: SplitField): Promise<readonly Usage[]>;
  latencies(scope: Scope, buckets: Buckets): Promise<readonly LatencyCell[]>;
  checkResults(project: ProjectId, range: Range, buckets: Buckets): Promise<readonly CheckResults[]>;
}
