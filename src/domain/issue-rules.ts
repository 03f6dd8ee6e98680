import type { Finding, Issue, IssueState } from "./issue.ts";
import type { IssueChange, IssueChangeKind } from "./issue-change.ts";

/**
 * The life of an issue.
 *
 *   open ──► acknowledged ──► resolved ──► open and regressed, by a finding of a call made after the resolve
 *     │            │             │
 *     └────────────┴─────────────┴──► ignored ──► any state, by a person only
 *
 * A finding opens an unknown issue and regresses a resolved one. To an open, acknowledged or ignored issue it adds
 * what it knows: first and last seen by min and max, explanation and sample of the newest call. Deciding the same
 * findings again decides nothing new, so a repeated delivery changes nothing.
 */
export function decideFinding(before: Issue | undefined, findings: readonly Finding[], next: NextIssue): IssueChange {
  const newest = findings.reduce((left, right) => (isNewer(right, left.at, left.datapointId) ? right : left));
  const firstSeenAt = Math.min(...findings.map(({ at }) => at));
  const { at } = next;
  if (!before) return { kind: "opened", issue: opened(newest, firstSeenAt, next), actor: "line", at };

  const seen: Issue = {
    ...before,
    firstSeenAt: Math.min(before.firstSeenAt, firstSeenAt),
    lastSeenAt: Math.max(before.lastSeenAt, newest.at),
    ...(isNewer(newest, before.lastSeenAt, before.sampleDatapointId) ? told(newest) : {}),
  };
  const recurs = before.state === "resolved" && newest.at > before.stateSince;
  return recurs
    ? {
        kind: "regressed",
        issue: { ...seen, state: "open", stateSince: newest.at, regressed: true },
        actor: "line",
        at,
      }
    : { kind: "seen", issue: seen, actor: "line", at };
}

export interface NextIssue {
  /** The number that a new issue gets. */
  readonly number: number;
  /** Unix milliseconds: when this is decided. */
  readonly at: number;
}

const mayFollow: Readonly<Record<IssueState, readonly IssueState[]>> = {
  open: ["acknowledged", "resolved", "ignored"],
  acknowledged: ["open", "resolved", "ignored"],
  resolved: ["open", "ignored"],
  ignored: ["open", "acknowledged", "resolved"],
};

const nameOfMove: Readonly<Record<IssueState, IssueChangeKind>> = {
  open: "reopened",
  acknowledged: "acknowledged",
  resolved: "resolved",
  ignored: "ignored",
};

/** What a person asks of an issue. An assignee of "" takes the assignment back. */
export interface IssueRequest {
  readonly state?: IssueState;
  readonly assignee?: string;
  readonly note?: string;
}

/** A person's request: the changes it makes (none where all is so already), or why it cannot be. */
export function decideRequest(
  before: Issue,
  request: IssueRequest,
  { actor, at }: { readonly actor: string; readonly at: number },
): { readonly changes: readonly IssueChange[] } | { readonly refused: string } {
  const { state = before.state, assignee = before.assignee ?? "", note } = request;
  const said = note === undefined ? {} : { note };
  const changes: IssueChange[] = [];
  let issue = before;
  if (state !== before.state) {
    if (!mayFollow[before.state].includes(state)) {
      return { refused: `a ${before.state} issue cannot become ${state}; reopen it first` };
    }
    // Whatever a person decides is the answer to the regression.
    issue = { ...issue, state, stateSince: at, regressed: false };
    changes.push({ kind: nameOfMove[state], issue, actor, at, ...said });
  }
  if (assignee !== (before.assignee ?? "")) {
    const { assignee: _, ...unassigned } = issue;
    issue = assignee === "" ? unassigned : { ...issue, assignee };
    changes.push({ kind: "assigned", issue, actor, at, ...said });
  }
  return { changes };
}

/** Newest by time of call; the id decides between calls of the same millisecond, so that the order of arrival does not. */
function isNewer(finding: Finding, at: number, datapointId: string): boolean {
  return finding.at > at || (finding.at === at && finding.datapointId > datapointId);
}

function opened(finding: Finding, firstSeenAt: number, { number }: NextIssue): Issue {
  return {
    id: finding.issueId,
    projectId: finding.projectId,
    number,
    kind: finding.kind,
    state: "open",
    stateSince: firstSeenAt,
    check: finding.check,
    ...(finding.errorType === undefined ? {} : { errorType: finding.errorType }),
    monitorId: finding.monitorId,
    firstSeenAt,
    lastSeenAt: finding.at,
    regressed: false,
    ...told(finding),
  };
}

function told({ title, severity, explanation, datapointId }: Finding) {
  return { title, severity, explanation, sampleDatapointId: datapointId };
}
