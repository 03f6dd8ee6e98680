import type { Issue } from "./issue.ts";

/**
 * What happened to an issue. `seen`: more of the same, nobody needs to be told. `calmed`: a spike is over. `corrected`:
 * its last occurrence was taken back. `merged` and `split` stand in the history of both sides. `awaiting`: a good test
 * run is to resolve it, or no longer.
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
  /** As it is after the change. */
  readonly issue: Issue;
  /** `line` or the actor of a principal. */
  readonly actor: string;
  /** Unix milliseconds. */
  readonly at: number;
  readonly note?: string;
}

/** One line of an issue's history; `seen` is not written down. */
export type IssueActivity = Omit<IssueChange, "issue">;
