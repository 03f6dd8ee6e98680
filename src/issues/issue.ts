import type { Evidence, Severity } from "../checks/verdicts/verdict.ts";
import type { ErrorType } from "../datapoints/errors/error-types.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId, ScenarioSetId } from "../platform/ids.ts";

export const issueKinds = ["behaviour", "error"] as const;
export type IssueKind = (typeof issueKinds)[number];

export const issueStates = ["open", "acknowledged", "resolved", "ignored"] as const;
export type IssueState = (typeof issueStates)[number];

/** One thing wrong with one datapoint: a failed verdict, or an error. Its issue is named by the fingerprint. */
export interface Finding {
  readonly issueId: IssueId;
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  readonly kind: IssueKind;
  readonly check: string;
  readonly errorType?: ErrorType;
  readonly monitorId: MonitorId;
  readonly severity: Severity;
  /** Title and cause of the issue this finding would open. */
  readonly title: string;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly userId?: string;
  readonly sessionId?: string;
  readonly release?: string;
  readonly model?: string;
  readonly provider?: string;
  /** Tries of the same call before this one; absent: it was the first, or nobody tells. */
  readonly retries?: number;
  /** When the call happened (the datapoint's start), Unix milliseconds. */
  readonly at: number;
}

/** What brings a resolved issue back. */
export type Resolution =
  /** Any call made after the resolve. */
  | { readonly kind: "now" }
  /** A call of a later release than these, which were known when it was resolved. */
  | { readonly kind: "next_release"; readonly known: readonly string[] }
  /** Later spans corrected the calls it was found in, so that no occurrence was left: any new occurrence. */
  | { readonly kind: "corrected" };

/** How long an ignored issue stays so. */
export type Ignoring =
  | { readonly kind: "forever" }
  /** Unix milliseconds. */
  | { readonly kind: "until"; readonly at: number }
  /** Until it has so many occurrences in all. */
  | { readonly kind: "count"; readonly occurrences: number };

/** The earliest call of an issue whose release is known. */
export interface FirstRelease {
  readonly release: string;
  /** When that call was, Unix milliseconds. */
  readonly at: number;
}

export interface AwaitedRun {
  readonly scenarioSetId: ScenarioSetId;
  /** Runs that began before do not count, Unix milliseconds. */
  readonly since: number;
}

/** Findings with the same fingerprint, with a state that people set. */
export interface Issue {
  readonly id: IssueId;
  readonly projectId: ProjectId;
  /** Counts from 1 inside a project; the short name in links. */
  readonly number: number;
  readonly kind: IssueKind;
  readonly title: string;
  readonly state: IssueState;
  /** When the state was last set, Unix milliseconds. */
  readonly stateSince: number;
  readonly severity: Severity;
  readonly check: string;
  readonly errorType?: ErrorType;
  readonly monitorId: MonitorId;
  readonly explanation: string;
  readonly sampleDatapointId: DatapointId;
  readonly firstSeenAt: number;
  readonly lastSeenAt: number;
  readonly assignee?: string;
  readonly regressed: boolean;
  readonly firstRelease?: FirstRelease;
  /** While it is resolved. */
  readonly resolution?: Resolution;
  /** While it is ignored. */
  readonly ignoring?: Ignoring;
  /** Comes far more often than before, since then; Unix milliseconds. */
  readonly spikingSince?: number;
  /** A person said that it is the same as that one: its findings count there. */
  readonly mergedInto?: IssueId;
  /** Pull requests, commits and issues of other places: http or https. */
  readonly links?: readonly string[];
  /** While it is open or acknowledged: a later test run over this set that passes its check resolves it. */
  readonly awaitedRun?: AwaitedRun;
}
