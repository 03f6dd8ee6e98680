import type { Batch } from "../../otlp/ports/admission.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** An entry's place in the journal. Counts up and is never used again, not even after a restart. */
export type Seq = number;

/** What is known of an entry without reading its payload. */
export interface EntryHead extends Omit<Batch, "bytes"> {
  readonly seq: Seq;
  /** Size of the payload. */
  readonly payloadBytes: number;
  /** Items that need no processing now, by their place in `traceIds`: stored, or in the dead-letter queue. */
  readonly done: readonly number[];
  /** Of the others those that were in the dead-letter queue: some of what is made of their traces may be stored. */
  readonly again: readonly number[];
}

export interface Entry extends Omit<EntryHead, "done" | "again"> {
  readonly bytes: Uint8Array;
}

/** Entries of one project with items that are neither stored nor in the dead-letter queue. */
export interface ProjectBacklog {
  readonly projectId: ProjectId;
  readonly entries: number;
  readonly bytes: number;
  /** When the oldest of them was received, Unix milliseconds. */
  readonly oldestAt: number;
}

/**
 * The durable log of accepted export requests. append() resolves once a crash of process or machine can no longer lose
 * the request; concurrent appends share one fsync. It rejects with Failure("dependency", …, {reason: "journal_full" |
 * "journal_failed", retryAfterSeconds}) and has then written nothing. Records carry checksums; a record whose checksum
 * is wrong is never returned: it is set aside, counted and logged. Reads see every append and completion that resolved
 * before; while a journal that was lost is opened again, heads() is empty and read() throws Failure("dependency").
 */
export interface Journal {
  append(batch: Batch): Promise<{ readonly seq: Seq; readonly repeated: boolean }>;
  /** Heads of one project with a seq above `after` that have items to process, in order. */
  heads(project: ProjectId, after: Seq, limit: number): readonly EntryHead[];
  read(seq: Seq): Entry | undefined;
  /** Projects with something to process; costs no scan. */
  backlog(): readonly ProjectBacklog[];
  /** Everything in the journal, dead letters included, and the limit that appends are held to. */
  size(): { readonly bytes: number; readonly entries: number; readonly maxBytes: number };
  /** Why appends are refused now; undefined while they are accepted. Costs no more than a look at the file system. */
  refusal(): { readonly reason: "journal_full" | "journal_failed"; readonly message: string } | undefined;
  /** Damage that was found. Costs nothing. */
  damaged(): JournalDamage;
}

export interface JournalDamage {
  /** Entries that could not be read: set aside, or lost with a file. */
  readonly records: number;
  /** Saved results of write batches, since the process started. */
  readonly writeBatches: number;
  /** Names of journal files that could not be opened, in the journal's folder. */
  readonly files: readonly string[];
}

export interface BatchMember {
  readonly seq: Seq;
  /** Which items of the entry; absent: all of them. */
  readonly items?: readonly number[];
}

/** Journal items that are processed together. Its id names every insert made for it. */
export interface WriteBatch {
  readonly id: string;
  readonly members: readonly BatchMember[];
}

/**
 * What processing a write batch decided, stored before the first insert: a crash repeats the result, not the
 * computation. All of it is durable once a call resolves. Rejects with Failure("dependency") where the disk refuses.
 */
export interface WriteBatchStore {
  /** A file for the batch's result: a worker writes it, so that its bytes never pass through the main thread. */
  create(batch: WriteBatch): Promise<NewResult>;
  /** Frees the entries whose items are all stored, and moves the items of `dead` to the dead-letter queue, atomically. */
  complete(batch: WriteBatch, dead?: readonly NewDeadLetter[]): Promise<void>;
  /** Batches that were saved and not completed before the last stop, oldest first. */
  pending(): readonly WriteBatch[];
  /** What was saved; undefined when it is damaged (logged and counted): the batch's items are then processed again. */
  result(id: string): Promise<SavedResult | undefined>;
}

/** A result in its file, which stays open until this is disposed of: it can be read even after the file was removed. */
export interface SavedResult extends AsyncDisposable {
  /** The bytes from `from` to `to`, exclusive, in pieces. */
  readonly read: (from: number, to: number) => AsyncIterable<Uint8Array>;
}

export interface NewResult extends SavedResult {
  /** For writeResult of storage/journal/write-result.ts. */
  readonly place: ResultPlace;
  /** Called when the result is written; what is never saved is removed. */
  save(): Promise<void>;
}

/** An open file, and what precedes the result in it; any thread of the process can write there. */
export interface ResultPlace {
  readonly descriptor: number;
  readonly head: Uint8Array;
}

export interface NewDeadLetter {
  readonly seq: Seq;
  readonly items: readonly number[];
  readonly traceId: string;
  readonly reason: string;
}

/** Items that could not be stored although the engine takes others. Their entry stays in the journal. */
export interface DeadLetter extends NewDeadLetter {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly signal: Batch["signal"];
  /** When it failed first, Unix milliseconds. */
  readonly at: number;
  /** How often processing it failed. */
  readonly attempts: number;
  /** Size of its entry's payload. */
  readonly bytes: number;
}

export interface ForgottenItems {
  readonly traceIds?: readonly string[];
  readonly text?: string;
  /** Everything that was received before, Unix milliseconds. */
  readonly before?: number;
}

/** The dead-letter queue. Never drops for count: its entries count towards the journal's limit. */
export interface DeadLetterQueue {
  /** Newest first; `cursor` of the page before. */
  list(
    project: ProjectId,
    page: { readonly limit: number; readonly cursor?: string },
  ): { readonly items: readonly DeadLetter[]; readonly nextCursor?: string };
  /** Of one project, or of all: how many, the bytes of their entries, and when the oldest failed, Unix milliseconds. */
  count(project?: ProjectId): { readonly letters: number; readonly bytes: number; readonly oldestAt?: number };
  /**
   * Takes letters out of the queue so that they are processed again: all of them, of a project, or the ones named. Of
   * the entries' items only those of the letters are not `done`.
   */
  release(which: { readonly project?: ProjectId; readonly ids?: readonly string[] }): Promise<readonly EntryHead[]>;
  /** The same for letters whose pause is over: 15 s after the first failure, doubled with each attempt up to an hour. */
  releaseDue(now: number): Promise<readonly EntryHead[]>;
  /** Removes letters for good and returns how many. */
  remove(project: ProjectId, ids: readonly string[]): Promise<number>;
  /** Removes what a deletion covers and returns how many. `text`: everything that contains it. */
  forget(project: ProjectId, what: ForgottenItems): Promise<number>;
}
