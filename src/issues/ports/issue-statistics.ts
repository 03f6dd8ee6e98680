import type { Contrast } from "../../datapoints/index.ts";
import type { IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";
import type { IssueGroup } from "./findings.ts";

/** Counts for thresholds, spikes and comparisons, over de-duplicated rows, so repeated deliveries count once. */
export interface IssueStatistics {
  /** Returns the most occurrences of each issue within one time window of `withinMs`, and the earliest of all. */
  densest(project: ProjectId, issues: readonly Dense[], range: DenseRange): Promise<ReadonlyMap<IssueId, Densest>>;
  /** Returns how many datapoints of the range the monitor matched. */
  matched(project: ProjectId, monitor: MonitorId, range: Range): Promise<number>;
  /** Returns releases of the project's datapoints in the range, most frequent first, at most 500. */
  releases(project: ProjectId, range: Range): Promise<readonly string[]>;
  /** Returns attribute values of the issue's occurrences, and of the monitor's other datapoints. */
  contrast(project: ProjectId, issue: IssueGroup, range: ContrastRange): Promise<Contrast>;
}

export interface Dense extends IssueGroup {
  /** Only later calls count, Unix milliseconds. */
  readonly since: number;
}

export interface DenseRange extends Range {
  readonly withinMs: number;
}

export interface Densest {
  readonly occurrences: number;
  /** Unix milliseconds. */
  readonly firstAt: number;
}

export interface ContrastRange extends Range {
  readonly monitor: MonitorId;
  /** Number of newest datapoints that are compared. */
  readonly sample: number;
}
