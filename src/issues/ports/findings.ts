import type { DatapointRow, Evidence } from "../../datapoints/index.ts";
import type { IssueId, ProjectId } from "../../platform/ids.ts";
import type { Page, PageRequest, Range } from "../../platform/paging.ts";

export interface Occurrence {
  readonly datapoint: DatapointRow;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly at: number;
}

/** An issue and those merged into it, read as one. */
export interface IssueGroup {
  readonly id: IssueId;
  readonly mergedIds: readonly IssueId[];
}

export interface Steps {
  /** Unix milliseconds: start of the first step. */
  readonly from: number;
  readonly stepMs: number;
  /** Number of steps, at most 1,000. */
  readonly count: number;
}

/** Counted from de-duplicated rows: a repeated delivery changes nothing. */
export interface IssueCounts {
  readonly occurrences: number;
  readonly usersAffected: number;
  readonly sessionsAffected: number;
  /** Occurrences that were retries of the same call, and the highest number of attempts before one of them. */
  readonly retried: number;
  readonly mostRetries: number;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
}

/** A value of the calls of an issue, with the number of calls that have it. */
export interface FacetValue {
  /** A field of the query language. */
  readonly field: string;
  readonly value: string;
  readonly count: number;
}

export interface FindingReader {
  counts(project: ProjectId, issues: readonly IssueGroup[]): Promise<ReadonlyMap<IssueId, IssueCounts>>;
  /** Returns the models, services, releases, environments and providers of its newest calls, most frequent first. */
  facets(project: ProjectId, issue: IssueGroup, range: Range): Promise<readonly FacetValue[]>;
  /** Newest first. */
  occurrences(project: ProjectId, issue: IssueGroup, page: PageRequest): Promise<Page<Occurrence>>;
  /** Returns occurrences per step, oldest first; issues without any are omitted. */
  trend(
    project: ProjectId,
    issues: readonly IssueGroup[],
    steps: Steps,
  ): Promise<ReadonlyMap<IssueId, readonly number[]>>;
}
