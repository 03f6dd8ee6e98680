import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Deletion, DeletionCounts, IssueRemainder, Tombstone } from "../deletion.ts";

export interface DeletedTrace {
  readonly projectId: ProjectId;
  readonly traceId: string;
  /** When it was deleted, Unix milliseconds. */
  readonly at: number;
}

/** Requests to delete and what must not come back. Durable when a call resolves, as the other records are. */
export interface DeletionStore {
  add(deletion: Deletion): Promise<void>;
  /** Newest first, at most 200. */
  list(project: ProjectId): Promise<readonly Deletion[]>;
  get(project: ProjectId, id: string): Promise<Deletion | undefined>;
  /** One whose time has come, in no other hand until `until`. */
  claim(now: number, until: number): Promise<Deletion | undefined>;
  save(deletion: Deletion): Promise<void>;
  addTraces(project: ProjectId, traceIds: readonly string[], at: number): Promise<void>;
  /** Those deleted at `since` or later. */
  traces(since: number): Promise<readonly DeletedTrace[]>;
  /** Deletions of users, sessions and projects. */
  tombstones(): Promise<readonly Tombstone[]>;
  /**
   * Takes the words of deleted occurrences out of issues and messages, and removes jobs, labels and tries of test runs
   * that speak of the datapoints.
   */
  forget(
    project: ProjectId,
    issues: readonly IssueRemainder[],
    datapoints: readonly DatapointId[],
  ): Promise<Partial<DeletionCounts>>;
  /** Removes what else the project's records held before: scenario sets, models, test runs, check runs, labels, jobs. */
  forgetProject(project: ProjectId, before: number): Promise<Partial<DeletionCounts>>;
}

/** What is erased at once: whole traces, or of one trace a datapoint and the spans that speak of it or of nothing. */
export type Erasure =
  | { readonly kind: "traces"; readonly traceIds: readonly string[] }
  | { readonly kind: "datapoint"; readonly id: DatapointId; readonly traceId: string }
  /** Everything that was stored before. */
  | { readonly kind: "project"; readonly before: number };

export interface Erased {
  readonly counts: Partial<DeletionCounts>;
  readonly datapoints: readonly DatapointId[];
  readonly issues: readonly IssueRemainder[];
}

/** Deletes stored rows for good. Everything may be repeated: what is gone counts as nothing. */
export interface Eraser {
  /** Traces with a call of the user or session that began before; at most some thousands: ask again until none is left. */
  tracesOf(
    project: ProjectId,
    of: { readonly kind: "user" | "session"; readonly value: string; readonly before: number },
  ): Promise<readonly string[]>;
  traceOf(project: ProjectId, datapoint: DatapointId): Promise<string | undefined>;
  /** Resolves when no read finds the rows any more; their bytes leave the disk minutes later. */
  erase(project: ProjectId, erasure: Erasure): Promise<Erased>;
  /** Deletes what began before, of one project. */
  expire(project: ProjectId, before: number): Promise<void>;
}
