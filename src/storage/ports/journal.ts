import type { Batch } from "../../otlp/index.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** The position of an entry in the journal. Ascending and never reused, even after a restart. */
export type Seq = number;

/** The metadata of an entry, available without reading its payload. */
export interface EntryHead extends Omit<Batch, "bytes"> {
  readonly seq: Seq;
  readonly payloadBytes: number;
  /** Indexes in `traceIds` of items that need no processing now: stored, or in the dead-letter queue. */
  readonly done: readonly number[];
  /** Indexes of the other items that were in the dead-letter queue before: parts of their traces may be stored. */
  readonly again: readonly number[];
}

export interface Entry extends Omit<EntryHead, "done" | "again"> {
  readonly bytes: Uint8Array;
}

/** The entries of one project with items that are neither stored nor in the dead-letter queue. */
export interface ProjectBacklog {
  readonly projectId: ProjectId;
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them was received, Unix milliseconds. */
  readonly oldestAt: number;
}

/**
 * The durable log of accepted export requests. append() resolves once a crash of process or machine can no longer
 * lose the request; concurrent appends share one fsync. It rejects with Failure("dependency", …, {reason:
 * "journal_full" | "journal_failed", retryAfterSeconds}) and has then written nothing. Damaged records (wrong
 * checksum) are never returned, but excluded, counted and logged. Reads see every append and completion that
 * resolved before; while a lost journal is reopened, heads() is empty and read() throws Failure("dependency").
 */
export interface Journal {
  append(batch: Batch): Promise<{ readonly seq: Seq; readonly repeated: boolean }>;
  /** Returns heads of one project with a seq above `after` and items to process, in order. */
  heads(project: ProjectId, after: Seq, limit: number): readonly EntryHead[];
  read(seq: Seq): Entry | undefined;
  /** Returns the projects with items to process, without a scan. */
  backlog(): readonly ProjectBacklog[];
  /** Returns the size of the journal, including dead letters, and the limit for appends. */
  size(): { readonly bytes: number; readonly entries: number; readonly maxBytes: number };
  /** Returns why appends are rejected now; undefined while they are accepted. Costs only a file system call. */
  refusal(): { readonly reason: "journal_full" | "journal_failed"; readonly message: string } | undefined;
  /** Returns the damage found so far, from memory. */
  damaged(): JournalDamage;
  /** Stores that a thread was lost while it processed a trace. Durable when it resolves; leaves with the entry. */
  addStrike(strike: Strike): Promise<void>;
  /** Returns the strikes of the entries that are still here. */
  strikes(): readonly Strike[];
}

/** A thread was lost while it processed the items of a trace in an entry. */
export interface Strike {
  readonly seq: Seq;
  readonly traceId: string;
  /** What the thread was doing. */
  readonly step: string;
  /** How it was lost: completes a sentence about the step. */
  readonly reason: string;
}

export interface JournalDamage {
  /** Unreadable entries: excluded, or lost with a file. */
  readonly records: number;
  /** Saved results of write batches, since the process started. */
  readonly writeBatches: number;
  /** Names of journal files that could not be opened, in the journal's folder. */
  readonly files: readonly string[];
}

export interface BatchMember {
  readonly seq: Seq;
  /** Indexes of the items in the entry; absent means all. */
  readonly items?: readonly number[];
}

/** Journal items that are processed together. Its ID identifies every insert made for it. */
export interface WriteBatch {
  readonly id: string;
  readonly members: readonly BatchMember[];
}

/**
 * Stores the results of write batches before the first insert, so that a crash repeats the result instead of the
 * computation. A result is durable once a call resolves. Rejects with Failure("dependency") if the disk rejects it.
 */
export interface WriteBatchStore {
  /**
   * Creates a file for the batch's result: a worker writes it, so that its bytes never pass through the main thread.
   */
  create(batch: WriteBatch): Promise<NewResult>;
  /**
   * Releases the entries whose items are all stored, and moves the items of `dead` to the dead-letter queue,
   * atomically.
   */
  complete(batch: WriteBatch, dead?: readonly NewDeadLetter[]): Promise<void>;
  /** Returns the batches that were saved but not completed before the last stop, oldest first. */
  pending(): readonly WriteBatch[];
  /** Returns the saved result; undefined if it is damaged (logged and counted), and the items are processed again. */
  result(id: string): Promise<SavedResult | undefined>;
}

/** A result in its file, which stays open until disposal: it can be read even after the file was removed. */
export interface SavedResult extends AsyncDisposable {
  /** Reads the bytes from `from` to `to`, exclusive, in chunks. */
  readonly read: (from: number, to: number) => AsyncIterable<Uint8Array>;
}

export interface NewResult extends SavedResult {
  /** For writeResult of storage/journal/write-result.ts. */
  readonly location: ResultLocation;
  /** Saves a written result; unsaved results are removed. */
  save(): Promise<void>;
}

/** An open file and the header before the result; any thread of the process can write to it. */
export interface ResultLocation {
  readonly descriptor: number;
  readonly head: Uint8Array;
}

export interface NewDeadLetter {
  readonly seq: Seq;
  readonly items: readonly number[];
  readonly traceId: string;
  readonly reason: string;
}

/** Items that could not be stored although the engine accepts others. Their entry stays in the journal. */
export interface DeadLetter extends NewDeadLetter {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly signal: Batch["signal"];
  /** Time of the first failure, Unix milliseconds. */
  readonly at: number;
  /** Number of failed processing attempts. */
  readonly attempts: number;
  readonly bytes: number;
}

export interface ForgottenItems {
  readonly traceIds?: readonly string[];
  readonly text?: string;
  /** Covers everything received before this time, Unix milliseconds. */
  readonly before?: number;
}

/** The dead-letter queue. Has no maximum count: its entries count toward the journal's limit. */
export interface DeadLetterQueue {
  /** Lists dead letters, newest first; `cursor` is that of the previous page. */
  list(
    project: ProjectId,
    page: { readonly limit: number; readonly cursor?: string },
  ): { readonly items: readonly DeadLetter[]; readonly nextCursor?: string };
  /**
   * Counts the dead letters of one project, or of all, with the bytes of their entries and the oldest failure, Unix
   * milliseconds.
   */
  count(project?: ProjectId): { readonly letters: number; readonly bytes: number; readonly oldestAt?: number };
  /**
   * Removes dead letters from the queue to process them again: all, those of a project, or the given ones. In the
   * returned heads, only their items are not `done`.
   */
  release(which: { readonly project?: ProjectId; readonly ids?: readonly string[] }): Promise<readonly EntryHead[]>;
  /**
   * Releases dead letters whose pause has ended: 15 s after the first failure, doubled with each attempt up to an
   * hour.
   */
  releaseDue(now: number): Promise<readonly EntryHead[]>;
  /** Deletes dead letters permanently and returns how many. */
  remove(project: ProjectId, ids: readonly string[]): Promise<number>;
  /** Removes what a deletion covers and returns how many. `text` covers everything that contains it. */
  erase(project: ProjectId, what: ForgottenItems): Promise<number>;
}
