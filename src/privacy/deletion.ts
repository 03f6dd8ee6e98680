import { digest } from "../platform/crypto/digest.ts";
import type { DatapointId, IssueId, ProjectId } from "../platform/ids.ts";

/** What can be deleted: one datapoint, all traces of a session or of a user, or all data that a project holds. */
export const deletionKinds = ["datapoint", "session", "user", "project"] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export const deletionStates = ["queued", "running", "done"] as const;

/** How many of each were found and deleted. */
export interface DeletionCounts {
  readonly traces: number;
  readonly datapoints: number;
  readonly spans: number;
  readonly logRecords: number;
  readonly verdicts: number;
  readonly findings: number;
  readonly media: number;
  readonly issues: number;
  readonly setAside: number;
  /** Of offline runs. A try goes with its datapoint, everything with the project. */
  readonly scenarioSets: number;
  readonly models: number;
  readonly testRuns: number;
  readonly tries: number;
}

export const nothingDeleted: DeletionCounts = {
  traces: 0,
  datapoints: 0,
  spans: 0,
  logRecords: 0,
  verdicts: 0,
  findings: 0,
  media: 0,
  issues: 0,
  setAside: 0,
  scenarioSets: 0,
  models: 0,
  testRuns: 0,
  tries: 0,
};

/**
 * A request to delete, and what became of it. It stays as proof and as a tombstone: what was sent before `before` and
 * belongs to it is not stored again, however late a copy of it comes.
 */
export interface Deletion {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly kind: DeletionKind;
  /** What is deleted; absent once that is done, because it may be personal data itself. */
  readonly value?: string;
  /** Recognises the value without telling it. */
  readonly digest: string;
  /** Unix milliseconds: calls that began later are not meant. */
  readonly before: number;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: (typeof deletionStates)[number];
  readonly passes: number;
  readonly nextPassAt: number;
  readonly counts: DeletionCounts;
  /** Why the last try did not succeed. */
  readonly problem?: string;
  readonly finishedAt?: number;
}

export const deletionDigest = (project: ProjectId, kind: DeletionKind, value: string) =>
  digest("deletion", project, kind, value);

/** A second pass takes what was on its way during the first. */
export const passesWanted = 2;

/** A deletion that keeps its word about what comes later. */
export type Tombstone = Pick<Deletion, "projectId" | "kind" | "digest" | "before">;

/** Says of a recognized call whether it was deleted before it was stored. */
export function createIsErased(tombstones: readonly Tombstone[]) {
  const byDigest = new Map(tombstones.map((each) => [each.digest, each]));
  const isMeant = (project: ProjectId, kind: DeletionKind, value: string | undefined, at: number) =>
    value !== undefined && at < (byDigest.get(deletionDigest(project, kind, value))?.before ?? 0);
  return (call: {
    readonly projectId: ProjectId;
    readonly startedAt: number;
    readonly userId?: string;
    readonly sessionId?: string;
  }) =>
    byDigest.size > 0 &&
    (isMeant(call.projectId, "user", call.userId, call.startedAt) ||
      isMeant(call.projectId, "session", call.sessionId, call.startedAt));
}

/** What is left of an issue after some of its occurrences were deleted. */
export interface IssueRemainder {
  readonly issueId: IssueId;
  /** The newest occurrence that is left; absent: none is. */
  readonly sample?: { readonly datapointId: DatapointId; readonly title: string; readonly explanation: string };
}

export const plus = (a: DeletionCounts, b: Partial<DeletionCounts>): DeletionCounts => ({
  traces: a.traces + (b.traces ?? 0),
  datapoints: a.datapoints + (b.datapoints ?? 0),
  spans: a.spans + (b.spans ?? 0),
  logRecords: a.logRecords + (b.logRecords ?? 0),
  verdicts: a.verdicts + (b.verdicts ?? 0),
  findings: a.findings + (b.findings ?? 0),
  media: a.media + (b.media ?? 0),
  issues: a.issues + (b.issues ?? 0),
  setAside: a.setAside + (b.setAside ?? 0),
  scenarioSets: a.scenarioSets + (b.scenarioSets ?? 0),
  models: a.models + (b.models ?? 0),
  testRuns: a.testRuns + (b.testRuns ?? 0),
  tries: a.tries + (b.tries ?? 0),
});
