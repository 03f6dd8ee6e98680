import { digest } from "../platform/crypto/digest.ts";
import type { ProjectId } from "../platform/ids.ts";

/** What can be deleted: one datapoint, all traces of a session or of a user, or all data of a project. */
export const deletionKinds = ["datapoint", "session", "user", "project"] as const;
export type DeletionKind = (typeof deletionKinds)[number];

export const deletionStates = ["queued", "running", "done"] as const;

/** Numbers of deleted objects by kind. */
export interface DeletionCounts {
  readonly traces: number;
  readonly datapoints: number;
  readonly spans: number;
  readonly logRecords: number;
  readonly verdicts: number;
  readonly findings: number;
  readonly media: number;
  readonly issues: number;
  readonly deadLetters: number;
  /** Test run data. An attempt is deleted with its datapoint, everything with the project. */
  readonly scenarioSets: number;
  readonly models: number;
  readonly testRuns: number;
  readonly runResults: number;
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
  deadLetters: 0,
  scenarioSets: 0,
  models: 0,
  testRuns: 0,
  runResults: 0,
};

/**
 * A deletion request and its result. It remains as proof and as a tombstone: data that was sent before
 * `before` and matches it is not stored again, however late a copy arrives.
 */
export interface Deletion {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly kind: DeletionKind;
  /** The value to delete; removed afterwards, because it may be personal data. */
  readonly value?: string;
  /** Identifies the value without revealing it. */
  readonly digest: string;
  /** Unix milliseconds: calls that began later are not deleted. */
  readonly before: number;
  readonly requestedBy: string;
  readonly requestedAt: number;
  readonly state: (typeof deletionStates)[number];
  readonly passes: number;
  readonly nextPassAt: number;
  readonly counts: DeletionCounts;
  /** Why the last attempt failed. */
  readonly problem?: string;
  readonly finishedAt?: number;
}

export const deletionDigest = (project: ProjectId, kind: DeletionKind, value: string) =>
  digest("deletion", project, kind, value);

/** A second pass deletes data that was in the pipeline during the first. */
export const passesWanted = 2;

/** A completed deletion, which also applies to data that arrives later. */
export type Tombstone = Pick<Deletion, "projectId" | "kind" | "digest" | "before">;

/** Returns a function that decides whether an assembled call was deleted before it was stored. */
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

export const plus = (a: DeletionCounts, b: Partial<DeletionCounts>): DeletionCounts => ({
  traces: a.traces + (b.traces ?? 0),
  datapoints: a.datapoints + (b.datapoints ?? 0),
  spans: a.spans + (b.spans ?? 0),
  logRecords: a.logRecords + (b.logRecords ?? 0),
  verdicts: a.verdicts + (b.verdicts ?? 0),
  findings: a.findings + (b.findings ?? 0),
  media: a.media + (b.media ?? 0),
  issues: a.issues + (b.issues ?? 0),
  deadLetters: a.deadLetters + (b.deadLetters ?? 0),
  scenarioSets: a.scenarioSets + (b.scenarioSets ?? 0),
  models: a.models + (b.models ?? 0),
  testRuns: a.testRuns + (b.testRuns ?? 0),
  runResults: a.runResults + (b.runResults ?? 0),
});
