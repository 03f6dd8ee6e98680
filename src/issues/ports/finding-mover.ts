import type { GroupingField } from "../../monitors/index.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { IssueGroup } from "./findings.ts";

/** Findings of an issue whose calls have the same values. */
export interface FindingGroup {
  readonly values: readonly string[];
  readonly firstAt: number;
  readonly lastAt: number;
  /** Its newest call. */
  readonly datapointId: DatapointId;
}

/** Moves stored findings from one issue to others; repeating a move changes nothing. */
export interface FindingMover {
  /** Returns the groups of an issue by the values of its calls, at most one more than `atMost`. */
  groups(
    project: ProjectId,
    issue: IssueGroup,
    by: readonly GroupingField[],
    atMost: number,
  ): Promise<readonly FindingGroup[]>;
  /** Returns the monitors that found an issue. */
  monitors(project: ProjectId, issue: IssueGroup): Promise<readonly MonitorId[]>;
  /** Copies the findings of a group to its issue. */
  copy(project: ProjectId, issue: IssueGroup, to: CopyTarget): Promise<void>;
  /** Deletes the findings of an issue that another one holds as well. */
  removeCopied(project: ProjectId, issue: IssueGroup, to: readonly IssueId[]): Promise<void>;
}

export interface CopyTarget {
  readonly by: readonly GroupingField[];
  readonly values: readonly string[];
  readonly issueId: IssueId;
}
