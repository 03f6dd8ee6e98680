import type { IssueKind, Query } from "../../datapoints/index.ts";
import type { IssueId, ProjectId, ScenarioSetId } from "../../platform/ids.ts";
import type { Page, PageRequest } from "../../platform/paging.ts";
import type { Issue } from "../issue.ts";
import type { IssueActivity, IssueChange } from "../issue-change.ts";
import type { IssueState } from "../issue-state.ts";

/** Sort keys of the issue list; each sorts newest or highest first. */
export const issueSorts = ["last_seen", "first_seen", "number"] as const;

export type IssueSort = (typeof issueSorts)[number];

export interface IssueFilter {
  readonly states?: readonly IssueState[];
  readonly kinds?: readonly IssueKind[];
  /** A query over issue fields; throws Failure("caller") for unsupported terms. */
  readonly query?: Query;
  /** The user that `is:mine` refers to. */
  readonly me?: string;
}

export interface IssueStore {
  /** Lists by most recently seen by default. Omits issues that are merged into another one. */
  list(
    project: ProjectId,
    filter: IssueFilter & { readonly sort?: IssueSort },
    page: PageRequest,
  ): Promise<Page<Issue>>;
  /** Returns an issue by id or number; a merged issue names its target. */
  get(project: ProjectId, key: IssueId | number): Promise<Issue | undefined>;
  /**
   * Reads the issues with their merge targets and members, lets `decide` choose the changes, and writes them
   * with their history and notifications, all in one transaction per call, serialized per project. `nextNumber`
   * is free for the first new issue, the following ones for the rest. `decide` is pure and may be called again.
   */
  change(
    project: ProjectId,
    ids: readonly IssueId[],
    decide: (known: ReadonlyMap<IssueId, Issue>, nextNumber: number) => readonly IssueChange[],
  ): Promise<readonly IssueChange[]>;
  /** The issues merged into each of these. */
  merged(project: ProjectId, ids: readonly IssueId[]): Promise<ReadonlyMap<IssueId, readonly Issue[]>>;
  /** Oldest first, at most 500. */
  activity(project: ProjectId, id: IssueId): Promise<readonly IssueActivity[]>;
}

/** Issues that change as time passes, in all projects. */
export interface IssueWatch {
  /** Ignored issues whose time is up. */
  waking(now: number): Promise<readonly Pick<Issue, "id" | "projectId">[]>;
  /** Issues that wait for a passing test run over this set. */
  awaiting(project: ProjectId, set: ScenarioSetId): Promise<readonly IssueId[]>;
  /** Open and acknowledged issues seen since `since`, and all spiking issues: at most 2,000, newest first. */
  recentlyActive(since: number): Promise<readonly Issue[]>;
}
