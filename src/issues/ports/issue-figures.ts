import type { Contrast } from "../../datapoints/lists/contrast.ts";
import type { IssueGroup, Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";

/** What thresholds, spikes and comparisons are decided from: counted from de-duplicated rows, so safe to count twice. */
export interface IssueFigures {
  /** The most occurrences of each issue that lie within one stretch of `withinMs`, and the earliest of all. */
  densest(project: ProjectId, issues: readonly Dense[], asked: DenseRange): Promise<ReadonlyMap<IssueId, Densest>>;
  /** How many datapoints of that time the monitor matched. */
  matched(project: ProjectId, monitor: MonitorId, range: Range): Promise<number>;
  /** Releases of the project's datapoints of that time, most frequent first, at most 500. */
  releases(project: ProjectId, range: Range): Promise<readonly string[]>;
  /** Values of attributes among the issue's occurrences, and among the other datapoints of the monitor. */
  contrast(project: ProjectId, issue: IssueGroup, asked: ContrastRange): Promise<Contrast>;
}

export interface Dense extends IssueGroup {
  /** Only calls after this count, Unix milliseconds. */
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
  /** So many of the newest datapoints are looked at. */
  readonly sample: number;
}
