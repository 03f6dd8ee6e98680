import type { ScenarioSetId, TestRunId } from "../platform/ids.ts";
import type { Finding, FirstRelease, Issue } from "./issue.ts";
import type { IssueChange } from "./issue-change.ts";
import type { IssueState } from "./issue-state.ts";
import { isAfterFix } from "./release-order.ts";
import { topicTitle } from "./titles/topic-title.ts";

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
    return { kind: "opened", issue, actor: "pipeline", at };
  }
  const seen: Issue = {
    ...before,
    ...(firstRelease ? { firstRelease } : {}),
    firstSeenAt: Math.min(before.firstSeenAt, firstSeenAt),
    lastSeenAt: Math.max(before.lastSeenAt, newest.at),
    ...(isNewer(newest, before.lastSeenAt, before.sampleDatapointId) ? issueFields(before, newest) : {}),
  };
  const woken = decideWaking(seen, next);
  if (woken) return woken;
  const recurring = next.isBelowThreshold ? undefined : newestRecurring(before, findings);
  if (!recurring) return { kind: "seen", issue: seen, actor: "pipeline", at };
  const wasCorrected = before.resolution?.kind === "corrected";
  const issue = { ...inState(seen, "open", recurring.at), regressed: !wasCorrected };
  return { kind: wasCorrected ? "reopened" : "regressed", issue, actor: "pipeline", at };
}

export interface NextIssue {
  /** The number that a new issue gets. */
  readonly number: number;
  /** Time of the decision, Unix milliseconds. */
  readonly at: number;
  /** Its monitor's threshold for opening or regressing an issue is not reached. */
  readonly isBelowThreshold?: boolean;
  /** Number of occurrences, if counted. */
  readonly occurrences?: number;
}

/** Reopens an ignored issue whose condition is met; undefined otherwise. */
export function decideWaking(before: Issue, { at, occurrences }: Omit<NextIssue, "number">): IssueChange | undefined {
  const { ignoring } = before;
  if (before.state !== "ignored" || !ignoring || ignoring.kind === "forever") return undefined;
  const isUp =
    ignoring.kind === "until" ? at >= ignoring.at : occurrences !== undefined && occurrences >= ignoring.occurrences;
  if (!isUp) return undefined;
  const note = ignoring.kind === "until" ? "ignored until now" : `ignored until ${ignoring.occurrences} occurrences`;
  return { kind: "reopened", issue: inState(before, "open", at), actor: "pipeline", at, note };
}

/**
 * Resolves an issue whose occurrences were all retracted because later spans corrected their calls.
 * `occurrences` is what is left.
 */
export function decideCorrection(before: Issue, { at, occurrences }: { at: number; occurrences: number }) {
  if (occurrences > 0 || before.state === "resolved") return undefined;
  const issue: Issue = { ...inState(before, "resolved", at), regressed: false, resolution: { kind: "corrected" } };
  const note = "later spans corrected the calls it was found in; no occurrence is left";
  return { kind: "corrected", issue, actor: "pipeline", at, note } satisfies IssueChange;
}

/** Resolves an issue that waits for a run over this set, if the issue's own check passed in it. */
export function decideRunEnded(before: Issue, run: EndedRun, at: number): IssueChange | undefined {
  const { name, scenarioSetId, metrics, createdAt, reevaluates } = run;
  const { awaitedRun } = before;
  // Re-evaluated responses are as old as their original run.
  if (awaitedRun?.scenarioSetId !== scenarioSetId || createdAt < awaitedRun.since || reevaluates) return undefined;
  if (!metrics || !hasPassed(before, metrics)) return undefined;
  const issue: Issue = { ...inState(before, "resolved", at), regressed: false, resolution: { kind: "now" } };
  return { kind: "resolved", issue, actor: "pipeline", at, note: `the test run ${name} passed` };
}

/** What an issue has to know of a finished test run. */
export interface EndedRun {
  readonly name: string;
  readonly scenarioSetId: ScenarioSetId;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly metrics?: EndedRunMetrics;
  /** Set when the run evaluates the responses of another one. */
  readonly reevaluates?: TestRunId;
}

interface EndedRunMetrics {
  readonly rows: number;
  /** Rows whose model call failed. */
  readonly errors: number;
  readonly checks: readonly {
    readonly check: string;
    readonly passed: number;
    readonly failed: number;
    readonly broken: number;
  }[];
}

/**
 * For an error: every row has a response. Otherwise its check passed, and neither failed nor errored in any
 * row.
 */
function hasPassed({ kind, check }: Issue, { rows, errors, checks }: EndedRunMetrics): boolean {
  if (kind === "error") return rows > 0 && errors === 0;
  const own = checks.find((summary) => summary.check === check);
  return own !== undefined && own.passed > 0 && own.failed === 0 && own.broken === 0;
}

/** Starts or ends the spike of an unhandled issue; undefined when nothing changes. */
export function decideSpike(before: Issue, { isSpiking, at, note }: Spike): IssueChange | undefined {
  const { spikingSince, ...calm } = before;
  if (!isSpiking) {
    return spikingSince === undefined ? undefined : { kind: "calmed", issue: calm, actor: "pipeline", at };
  }
  const isWatched = before.state === "open" || before.state === "acknowledged";
  if (spikingSince !== undefined || !isWatched) return undefined;
  return { kind: "spiking", issue: { ...calm, spikingSince: at }, actor: "pipeline", at, note };
}

interface Spike {
  readonly isSpiking: boolean;
  /** Unix milliseconds. */
  readonly at: number;
  /** The increase as text. */
  readonly note: string;
}

/** Returns the newest finding that shows that the fix failed. */
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

/**
 * Among calls of the same millisecond the release that sorts first wins, so that the order of arrival does not
 * matter.
 */
function earliestRelease(before: FirstRelease | undefined, findings: readonly Finding[]): FirstRelease | undefined {
  const known = findings.flatMap(({ release, at }) => (release === undefined ? [] : [{ release, at }]));
  return [...(before ? [before] : []), ...known].reduce<FirstRelease | undefined>((left, right) => {
    if (!left || right.at < left.at) return right;
    return right.at === left.at && right.release < left.release ? right : left;
  }, undefined);
}

/** Returns the issue in another state, without the fields of the previous state. */
export function inState(issue: Issue, state: IssueState, stateSince: number): Issue {
  const { resolution: _, ignoring: __, awaitedRun, ...rest } = issue;
  const isOpen = state === "open" || state === "acknowledged";
  return { ...rest, ...(isOpen && awaitedRun ? { awaitedRun } : {}), state, stateSince };
}

/** Compares by time of call; the id breaks ties, so that the order of arrival does not matter. */
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
    ...findingFields(finding),
  };
}

/**
 * A merged issue updates the content of its head, which keeps its title. So does a finding that came back to its topic
 * without being compared again.
 */
function issueFields({ id, title, severity, phrases }: Issue, finding: Finding) {
  const found = findingFields(finding);
  if (finding.issueId !== id) return { ...found, title, severity, ...(phrases === undefined ? {} : { phrases }) };
  return phrases !== undefined && finding.phrases === undefined ? { ...found, title } : found;
}

function findingFields({ title, subtitle, severity, explanation, datapointId, phrases }: Finding) {
  return {
    title: topicTitle(title, phrases),
    ...(phrases === undefined ? {} : { phrases }),
    severity,
    explanation,
    sampleDatapointId: datapointId,
    ...(subtitle === undefined ? {} : { subtitle }),
  };
}
