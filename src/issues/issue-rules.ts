import type { RunMetrics, TestRun } from "../testing/test-run.ts";
import type { Finding, FirstRelease, Issue, IssueState } from "./issue.ts";
import type { IssueChange } from "./issue-change.ts";
import { isAfterFix } from "./release-order.ts";

/**
 * The life of an issue.
 *
 *   open ──► acknowledged ──► resolved ──► open and regressed, by a finding of a call made after the fix
 *     │            │             │
 *     └────────────┴─────────────┴──► ignored ──► any state, by a person; open, when its time or number is up
 *
 * A finding opens an unknown issue and regresses a resolved one. To an open, acknowledged or ignored issue it adds
 * what it knows: first and last seen by min and max, explanation and sample of the newest call. Deciding the same
 * findings again decides nothing new, so a repeated delivery changes nothing.
 */
export function decideFinding(before: Issue | undefined, findings: readonly Finding[], next: NextIssue): IssueChange {
  const newest = findings.reduce((left, right) => (isNewer(right, left.at, left.datapointId) ? right : left));
  const firstSeenAt = Math.min(...findings.map(({ at }) => at));
  const firstRelease = earliestRelease(before?.firstRelease, findings);
  const { at } = next;
  if (!before) {
    const issue = { ...opened(newest, firstSeenAt, next), ...(firstRelease ? { firstRelease } : {}) };
    return { kind: "opened", issue, actor: "line", at };
  }
  const seen: Issue = {
    ...before,
    ...(firstRelease ? { firstRelease } : {}),
    firstSeenAt: Math.min(before.firstSeenAt, firstSeenAt),
    lastSeenAt: Math.max(before.lastSeenAt, newest.at),
    ...(isNewer(newest, before.lastSeenAt, before.sampleDatapointId) ? toldTo(before, newest) : {}),
  };
  const woken = decideWaking(seen, next);
  if (woken) return woken;
  const recurring = next.isHeld ? undefined : newestRecurring(before, findings);
  if (!recurring) return { kind: "seen", issue: seen, actor: "line", at };
  const wasCorrected = before.resolution?.kind === "corrected";
  const issue = { ...inState(seen, "open", recurring.at), regressed: !wasCorrected };
  return { kind: wasCorrected ? "reopened" : "regressed", issue, actor: "line", at };
}

export interface NextIssue {
  /** The number that a new issue gets. */
  readonly number: number;
  /** Unix milliseconds: when this is decided. */
  readonly at: number;
  /** Its monitor waits for more before it opens or regresses an issue. */
  readonly isHeld?: boolean;
  /** How many occurrences it has, where that was counted. */
  readonly occurrences?: number;
}

/** An issue that is ignored no longer, or nothing. */
export function decideWaking(before: Issue, { at, occurrences }: Omit<NextIssue, "number">): IssueChange | undefined {
  const { ignoring } = before;
  if (before.state !== "ignored" || !ignoring || ignoring.kind === "forever") return undefined;
  const isUp =
    ignoring.kind === "until" ? at >= ignoring.at : occurrences !== undefined && occurrences >= ignoring.occurrences;
  if (!isUp) return undefined;
  const note = ignoring.kind === "until" ? "ignored until now" : `ignored until ${ignoring.occurrences} occurrences`;
  return { kind: "reopened", issue: inState(before, "open", at), actor: "line", at, note };
}

/**
 * An issue whose occurrences were all taken back, because later spans of their traces showed the calls otherwise. It is
 * resolved by itself; `occurrences` is what is left.
 */
export function decideCorrection(before: Issue, { at, occurrences }: { at: number; occurrences: number }) {
  if (occurrences > 0 || before.state === "resolved") return undefined;
  const issue: Issue = { ...inState(before, "resolved", at), regressed: false, resolution: { kind: "corrected" } };
  const note = "later spans corrected the calls it was found in; no occurrence is left";
  return { kind: "corrected", issue, actor: "line", at, note } satisfies IssueChange;
}

/** Resolves an issue that waits for a run like this one, where the run says that the issue's own check passed. */
export function decideRunEnded(before: Issue, run: EndedRun, at: number): IssueChange | undefined {
  const { name, scenarioSetId, metrics, createdAt, reevaluates } = run;
  const { awaitedRun } = before;
  // Answers that are judged again are as old as their own run.
  if (awaitedRun?.scenarioSetId !== scenarioSetId || createdAt < awaitedRun.since || reevaluates) return undefined;
  if (!metrics || !hasPassed(before, metrics)) return undefined;
  const issue: Issue = { ...inState(before, "resolved", at), regressed: false, resolution: { kind: "now" } };
  return { kind: "resolved", issue, actor: "line", at, note: `the test run ${name} passed` };
}

type EndedRun = Pick<TestRun, "name" | "scenarioSetId" | "createdAt" | "metrics" | "reevaluates">;

/** Of an error: every row had an answer. Otherwise its check passed, and neither failed nor broke at any row. */
function hasPassed({ kind, check }: Issue, { rows, errors, checks }: RunMetrics): boolean {
  if (kind === "error") return rows > 0 && errors === 0;
  const own = checks.find((summary) => summary.check === check);
  return own !== undefined && own.passed > 0 && own.failed === 0 && own.broken === 0;
}

/** Begins or ends a spike of an issue that people have not dealt with; nothing where all is so already. */
export function decideSpike(before: Issue, { isSpiking, at, note }: Spike): IssueChange | undefined {
  const { spikingSince, ...calm } = before;
  if (!isSpiking) {
    return spikingSince === undefined ? undefined : { kind: "calmed", issue: calm, actor: "line", at };
  }
  const isWatched = before.state === "open" || before.state === "acknowledged";
  if (spikingSince !== undefined || !isWatched) return undefined;
  return { kind: "spiking", issue: { ...calm, spikingSince: at }, actor: "line", at, note };
}

interface Spike {
  readonly isSpiking: boolean;
  /** Unix milliseconds. */
  readonly at: number;
  /** How much more often than before, in words. */
  readonly note: string;
}

/** The newest finding that shows that the fix did not hold. */
function newestRecurring({ state, stateSince, resolution }: Issue, findings: readonly Finding[]) {
  if (state !== "resolved") return undefined;
  const recurring = findings.filter(({ at, release }) => {
    switch (resolution?.kind) {
      case "corrected":
        return true;
      case "next_release":
        return at > stateSince && isAfterFix(resolution, release);
      default:
        return at > stateSince;
    }
  });
  return recurring.reduce<Finding | undefined>(
    (left, right) => (!left || isNewer(right, left.at, left.datapointId) ? right : left),
    undefined,
  );
}

/** Of calls of the same millisecond the release that sorts first, so that the order of arrival does not matter. */
function earliestRelease(before: FirstRelease | undefined, findings: readonly Finding[]): FirstRelease | undefined {
  const known = findings.flatMap(({ release, at }) => (release === undefined ? [] : [{ release, at }]));
  return [...(before ? [before] : []), ...known].reduce<FirstRelease | undefined>((left, right) => {
    if (!left || right.at < left.at) return right;
    return right.at === left.at && right.release < left.release ? right : left;
  }, undefined);
}

/** In another state, without what belonged to the one before. */
export function inState(issue: Issue, state: IssueState, stateSince: number): Issue {
  const { resolution: _, ignoring: __, awaitedRun, ...rest } = issue;
  const isOpen = state === "open" || state === "acknowledged";
  return { ...rest, ...(isOpen && awaitedRun ? { awaitedRun } : {}), state, stateSince };
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

/** What was merged into an issue shows what it found; the issue keeps its own name. */
function toldTo({ id, title, severity }: Issue, finding: Finding) {
  return finding.issueId === id ? told(finding) : { ...told(finding), title, severity };
}

function told({ title, severity, explanation, datapointId }: Finding) {
  return { title, severity, explanation, sampleDatapointId: datapointId };
}
