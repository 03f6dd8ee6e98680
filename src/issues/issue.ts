import type { ErrorType, Evidence, IssueKind, Severity } from "../datapoints/index.ts";
import type { GroupingField } from "../monitors/index.ts";
import type { DatapointId, IssueId, MonitorId, ProjectId, ScenarioSetId } from "../platform/ids.ts";
import type { IssueState } from "./issue-state.ts";

/** One problem of one datapoint: a failed verdict, or an error. The fingerprint identifies its issue. */
export interface Finding {
  readonly issueId: IssueId;
  readonly projectId: ProjectId;
  readonly datapointId: DatapointId;
  readonly kind: IssueKind;
  readonly check: string;
  readonly errorType?: ErrorType;
  readonly monitorId: MonitorId;
  readonly severity: Severity;
  /** Title and reason of the issue that this finding would open. */
  readonly title: string;
  /** Service, release and an example, without repeating the title. */
  readonly subtitle?: string;
  /** What it is about, if its issue is one of a topic: they follow the title. */
  readonly phrases?: readonly string[];
  /** Present until its topic is decided; its issue is that of the check and the monitor until then. */
  readonly topic?: AwaitedTopic;
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
  readonly userId?: string;
  readonly sessionId?: string;
  readonly release?: string;
  readonly model?: string;
  readonly provider?: string;
  /** Earlier attempts of the same call; absent for the first attempt or when unknown. */
  readonly retries?: number;
  /** When the call happened (the datapoint's start), Unix milliseconds. */
  readonly at: number;
}

/** What decides on the topic of a finding, which needs what is stored. */
export interface AwaitedTopic {
  /** The user's request. */
  readonly text: string;
  /** Values of its call by which issues can be grouped further. */
  readonly values: Readonly<Record<GroupingField, string>>;
  /** Partition time (Unix milliseconds) and version of its row, which is stored when the topic is known. */
  readonly row?: { readonly partitionTime: number; readonly version: number };
}

/** Condition that regresses a resolved issue. */
export type Resolution =
  /** Any call made after the resolve. */
  | { readonly kind: "now" }
  /** A call of a release later than these, which were known when it was resolved. */
  | { readonly kind: "next_release"; readonly known: readonly string[] }
  /** Any new occurrence: later spans corrected the earlier calls, so that none was left. */
  | { readonly kind: "corrected" };

/** Condition that reopens an ignored issue. */
export type Ignoring =
  | { readonly kind: "forever" }
  /** Unix milliseconds. */
  | { readonly kind: "until"; readonly at: number }
  /** Until the total number of occurrences reaches this. */
  | { readonly kind: "count"; readonly occurrences: number };

/** The earliest call of an issue with a known release. */
export interface FirstRelease {
  readonly release: string;
  /** Start of that call, Unix milliseconds. */
  readonly at: number;
}

export interface AwaitedRun {
  readonly scenarioSetId: ScenarioSetId;
  /** Earlier runs do not count, Unix milliseconds. */
  readonly since: number;
}

/** Findings with the same fingerprint, with a state that people set. */
export interface Issue {
  readonly id: IssueId;
  readonly projectId: ProjectId;
  /** Counts from 1 within a project; used in links. */
  readonly number: number;
  readonly kind: IssueKind;
  readonly title: string;
  readonly subtitle?: string;
  /** The phrases that tell its topic from those of other issues, the best first. */
  readonly phrases?: readonly string[];
  readonly state: IssueState;
  /** Time of the last state change, Unix milliseconds. */
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
  /** Only while resolved. */
  readonly resolution?: Resolution;
  /** Only while ignored. */
  readonly ignoring?: Ignoring;
  /** Start of the current spike, Unix milliseconds. */
  readonly spikingSince?: number;
  /** The issue into which a person merged this one; findings count there. */
  readonly mergedInto?: IssueId;
  /** Pull requests, commits and external issues: http or https. */
  readonly links?: readonly string[];
  /** Only while open or acknowledged: a later test run over this set that passes its check resolves the issue. */
  readonly awaitedRun?: AwaitedRun;
}
