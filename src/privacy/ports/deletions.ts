import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { IssueRemainder } from "../../storage/index.ts";
import type { Deletion, DeletionCounts, Tombstone } from "../deletion.ts";

export interface DeletedTrace {
  readonly projectId: ProjectId;
  readonly traceId: string;
  /** Time of deletion, Unix milliseconds. */
  readonly at: number;
}

export interface ClaimedDeletion {
  readonly deletion: Deletion;
  /** Ends with the next claim. */
  readonly epoch: number;
}

/** Deletion requests and tombstones. Durable when a call resolves, as the other records are. */
export interface DeletionStore {
  add(deletion: Deletion): Promise<void>;
  /** Newest first, at most 200. */
  list(project: ProjectId): Promise<readonly Deletion[]>;
  get(project: ProjectId, id: string): Promise<Deletion | undefined>;
  /** Claims one that is due, exclusively until `until`. */
  claim(now: number, until: number): Promise<ClaimedDeletion | undefined>;
  /** Stores the progress of a claimed deletion. False, without storing it, if it was claimed again since. */
  save(deletion: Deletion, epoch: number): Promise<boolean>;
  addTraces(project: ProjectId, traceIds: readonly string[], at: number): Promise<void>;
  /** Traces deleted at `since` or later. */
  traces(since: number): Promise<readonly DeletedTrace[]>;
  /** Deletions of users, sessions and projects. */
  tombstones(): Promise<readonly Tombstone[]>;
  /**
   * Removes texts of deleted occurrences from issues and messages, and deletes jobs, labels and attempts of test
   * runs that refer to the datapoints.
   */
  removeDatapoints(
    project: ProjectId,
    issues: readonly IssueRemainder[],
    datapoints: readonly DatapointId[],
  ): Promise<Partial<DeletionCounts>>;
  /** Deletes the project's other earlier records: scenario sets, models, test runs, check runs, labels, jobs. */
  removeProject(project: ProjectId, before: number): Promise<Partial<DeletionCounts>>;
}

/**
 * The scope of one erasure: whole traces, or a datapoint of a trace with the spans that refer to it or to no
 * datapoint.
 */
export type Erasure =
  | { readonly kind: "traces"; readonly traceIds: readonly string[] }
  | { readonly kind: "datapoint"; readonly id: DatapointId; readonly traceId: string }
  /** Everything stored earlier. */
  | { readonly kind: "project"; readonly before: number };

export interface Erased {
  readonly counts: Partial<DeletionCounts>;
  readonly datapoints: readonly DatapointId[];
  readonly issues: readonly IssueRemainder[];
}

/** Permanently deletes stored rows. Every call may be repeated; rows already deleted count as zero. */
export interface Eraser {
  /**
   * Returns traces with an earlier call of the user or session, at most some thousands: repeat until none is
   * left.
   */
  tracesOf(
    project: ProjectId,
    of: { readonly kind: "user" | "session"; readonly value: string; readonly before: number },
  ): Promise<readonly string[]>;
  traceOf(project: ProjectId, datapoint: DatapointId): Promise<string | undefined>;
  /** Resolves when no read finds the rows; their bytes leave the disk minutes later. */
  erase(project: ProjectId, erasure: Erasure): Promise<Erased>;
  /** Deletes a project's data that began earlier. */
  expire(project: ProjectId, before: number): Promise<void>;
}
