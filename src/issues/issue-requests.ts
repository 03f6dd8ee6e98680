import type { ScenarioSetId } from "../platform/ids.ts";
import type { Ignoring, Issue, Resolution } from "./issue.ts";
import type { IssueChange, IssueChangeKind } from "./issue-change.ts";
import { inState } from "./issue-rules.ts";
import type { IssueState } from "./issue-state.ts";

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

/** A person's change of an issue. An assignee of "" removes the assignment. */
export interface IssueRequest {
  readonly state?: IssueState;
  /** Only with the state `resolved`; `now` by default. */
  readonly resolution?: Exclude<Resolution, { kind: "corrected" }>;
  /** Only with the state `ignored`; forever by default. */
  readonly ignoring?: Ignoring;
  readonly assignee?: string;
  readonly note?: string;
  readonly link?: string;
  readonly unlink?: string;
  /** The set whose next passing run resolves the issue, with its name; an id of "" cancels that. */
  readonly awaited?: { readonly id: ScenarioSetId | ""; readonly name: string };
}

const linksAtMost = 20;

interface Requester {
  readonly actor: string;
  /** Unix milliseconds. */
  readonly at: number;
}

type Decided = { readonly changes: readonly IssueChange[] } | { readonly refused: string };

/** Decides a person's request: returns its changes (none when nothing differs), or why it is impossible. */
export function decideRequest(before: Issue, request: IssueRequest, { actor, at }: Requester): Decided {
  const { state = before.state, assignee = before.assignee ?? "", note } = request;
  const noteField = note === undefined ? {} : { note };
  const changes: IssueChange[] = [];
  let issue = before;
  if (state !== before.state || isIgnoredOtherwise(before, request)) {
    if (state !== before.state && !mayFollow[before.state].includes(state)) {
      return { refused: `a ${before.state} issue cannot become ${state}; reopen it first` };
    }
    // Any decision of a person ends the regression and the spike.
    const { spikingSince: _, ...handled } = inState(issue, state, at);
    issue = { ...handled, regressed: false, ...detailsOf(state, request) };
    changes.push({ kind: nameOfMove[state], issue, actor, at, ...noteOf(issue, note) });
  }
  if (assignee !== (before.assignee ?? "")) {
    const { assignee: _, ...unassigned } = issue;
    issue = assignee === "" ? unassigned : { ...issue, assignee };
    const whom = assignee === "" ? "nobody" : `to ${assignee}`;
    changes.push({ kind: "assigned", issue, actor, at, note: note === undefined ? whom : `${whom}: ${note}` });
  }
  const linked = decideLinks(issue, request);
  if ("refused" in linked) return linked;
  for (const { kind, after, note } of [...linked.changes, ...decideAwaited(linked.issue, request, at)]) {
    issue = after;
    changes.push({ kind, issue, actor, at, note });
  }
  if (changes.length === 0 && note !== undefined && note.trim() !== "") {
    changes.push({ kind: "noted", issue, actor, at, ...noteField });
  }
  return { changes };
}

interface ChangeWithNote {
  readonly kind: IssueChangeKind;
  readonly after: Issue;
  readonly note: string;
}

function decideLinks(
  before: Issue,
  { link, unlink }: IssueRequest,
): { readonly changes: readonly ChangeWithNote[]; readonly issue: Issue } | { readonly refused: string } {
  const changes: ChangeWithNote[] = [];
  let issue = before;
  if (unlink !== undefined && issue.links?.includes(unlink)) {
    issue = { ...issue, links: issue.links.filter((each) => each !== unlink) };
    changes.push({ kind: "unlinked", after: issue, note: unlink });
  }
  const { links = [] } = issue;
  if (link !== undefined && !links.includes(link)) {
    if (links.length >= linksAtMost) return { refused: `an issue has ${linksAtMost} links at most` };
    issue = { ...issue, links: [...links, link] };
    changes.push({ kind: "linked", after: issue, note: link });
  }
  return { changes, issue };
}

/** Returns nothing for a resolved or ignored issue, which has nothing to wait for. */
function decideAwaited(before: Issue, { awaited }: IssueRequest, since: number): readonly ChangeWithNote[] {
  const { awaitedRun, ...others } = before;
  const isOpen = before.state === "open" || before.state === "acknowledged";
  if (awaited === undefined || awaited.id === (awaitedRun?.scenarioSetId ?? "") || !isOpen) return [];
  const { id, name } = awaited;
  if (id === "") return [{ kind: "awaiting", after: others, note: "no test run any more" }];
  const after = { ...others, awaitedRun: { scenarioSetId: id, since } };
  return [{ kind: "awaiting", after, note: `a test run over ${name} that passes` }];
}

/** Changing how long an issue is ignored counts as a change. */
const isIgnoredOtherwise = ({ state }: Issue, request: IssueRequest) =>
  state === "ignored" && request.state === "ignored" && request.ignoring !== undefined;

function detailsOf(state: IssueState, { resolution, ignoring }: IssueRequest): Partial<Issue> {
  if (state === "resolved") return { resolution: resolution ?? { kind: "now" } };
  return state === "ignored" ? { ignoring: ignoring ?? { kind: "forever" } } : {};
}

/** The history contains the duration and the release, followed by the person's note. */
function noteOf({ resolution, ignoring }: Issue, note: string | undefined): { readonly note?: string } {
  const detail =
    resolution?.kind === "next_release"
      ? "in the next release"
      : ignoring?.kind === "until"
        ? `until ${new Date(ignoring.at).toISOString()}`
        : ignoring?.kind === "count"
          ? `until ${ignoring.occurrences} occurrences`
          : undefined;
  const parts = [detail, note].filter((text) => text !== undefined && text.trim() !== "");
  return parts.length === 0 ? {} : { note: parts.join(": ") };
}

/**
 * Merges issues: the findings of `members`, including earlier ones, count for `head`, and their numbers lead
 * to it. Behavior and errors cannot be merged, because every metric separates them.
 */
export function decideMerge(head: Issue, members: readonly Issue[], { actor, at }: Requester): Decided {
  const others = members.filter(({ id, mergedInto }) => id !== head.id && mergedInto !== head.id);
  if (others.length === 0) return { changes: [] };
  if (others.some(({ kind }) => kind !== head.kind)) return { refused: "an error and a behavior cannot be one issue" };
  const all = [head, ...others];
  const joined: Issue = {
    ...head,
    firstSeenAt: Math.min(...all.map(({ firstSeenAt }) => firstSeenAt)),
    lastSeenAt: Math.max(...all.map(({ lastSeenAt }) => lastSeenAt)),
    ...newestOf(all),
  };
  const numbers = others.map(({ number }) => `#${number}`).join(", ");
  return {
    changes: [
      { kind: "merged", issue: joined, actor, at, note: `with ${numbers}` },
      ...others.map(
        (issue): IssueChange => ({
          kind: "merged",
          issue: { ...issue, mergedInto: head.id },
          actor,
          at,
          note: `into #${head.number}`,
        }),
      ),
    ],
  };
}

/** Sample and explanation follow the newest call. */
function newestOf(all: readonly Issue[]): Pick<Issue, "sampleDatapointId" | "explanation"> {
  const newest = all.reduce((left, right) => (right.lastSeenAt > left.lastSeenAt ? right : left));
  return { sampleDatapointId: newest.sampleDatapointId, explanation: newest.explanation };
}

/** Splits off a merged issue: open, with its own findings and number. */
export function decideSplit(head: Issue, member: Issue, { actor, at }: Requester): Decided {
  if (member.mergedInto !== head.id) return { refused: `#${member.number} is not merged into #${head.number}` };
  const { mergedInto: _, ...own } = member;
  return {
    changes: [
      { kind: "split", issue: head, actor, at, note: `from #${member.number}` },
      {
        kind: "split",
        issue: { ...inState(own, "open", at), regressed: false },
        actor,
        at,
        note: `from #${head.number}`,
      },
    ],
  };
}
