import type { Issue } from "./issue.ts";

/**
 * What happened to an issue. `seen`: another occurrence, without notification. `calmed`: a spike ended.
 * `corrected`: its last occurrence was retracted. `merged` and `split` are in the history of both issues.
 * `awaiting`: a passing test run is to resolve it, or no longer.
 */
export const issueChangeKinds = [
  "opened",
  "seen",
  "regressed",
  "acknowledged",
  "resolved",
  "ignored",
  "reopened",
  "assigned",
  "noted",
  "spiking",
  "calmed",
  "corrected",
  "merged",
  "split",
  "linked",
  "unlinked",
  "awaiting",
] as const;
export type IssueChangeKind = (typeof issueChangeKinds)[number];

export interface IssueChange {
  readonly kind: IssueChangeKind;
  /** The issue after the change. */
  readonly issue: Issue;
  /** `pipeline`, or the actor of a principal. */
  readonly actor: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly note?: string;
}

/** An entry of an issue's history; `seen` is not recorded. */
export type IssueActivity = Omit<IssueChange, "issue">;
