import type { NewDeadLetter, Strike, WriteBatch } from "../ports/journal.ts";

/** A command for the journal's writer thread. */
export type Command =
  | {
      readonly kind: "append";
      readonly record: Uint8Array;
      readonly projectId: string;
      readonly receivedAt: number;
      readonly bodyHash: string;
    }
  | {
      readonly kind: "complete";
      readonly batch: WriteBatch;
      readonly dead: readonly NewDeadLetter[];
      /** Whether the batch has a file, which is removed after the transaction. */
      readonly hasFile: boolean;
      /** Completed batches whose files are removed. */
      readonly removedFiles: readonly string[];
      readonly at: number;
    }
  | { readonly kind: "release" | "remove"; readonly ids: readonly string[] }
  | { readonly kind: "strike"; readonly strike: Strike }
  /** Removes a damaged record from the queue. */
  | { readonly kind: "discard"; readonly seq: number };

export interface Request {
  readonly id: number;
  readonly command: Command;
}

export type RefusalReason = "journal_full" | "journal_failed";

export type Answer =
  /** `unconfirmed`: written, but possibly to a file that was moved or replaced. */
  | { readonly kind: "appended"; readonly seq: number; readonly repeated: boolean; readonly unconfirmed?: true }
  /** `released`: items to process again. */
  | { readonly kind: "done"; readonly count: number; readonly released: readonly ReleasedItems[] }
  | { readonly kind: "refused"; readonly reason: RefusalReason; readonly message: string };

export interface ReleasedItems {
  readonly seq: number;
  readonly items: readonly number[];
}

export interface Reply {
  readonly id: number;
  readonly answer: Answer;
}

export interface QueueChange {
  readonly projectId: string;
  readonly seq: number;
  readonly by: 1 | -1;
  readonly bytes: number;
}

export interface DeadLetterChange {
  readonly projectId: string;
  readonly letters: number;
  readonly bytes: number;
}

export interface JournalSize {
  readonly bytes: number;
  readonly entries: number;
}

export interface Summary {
  readonly size: JournalSize;
  readonly projects: readonly { readonly projectId: string; readonly entries: number; readonly bytes: number }[];
  readonly letters: readonly DeadLetterChange[];
  readonly damagedRecords: number;
  readonly completedBatches: readonly string[];
  readonly problems: readonly string[];
}

/** The thread's messages to the journal. */
export type Report =
  | { readonly kind: "ready"; readonly summary: Summary }
  | {
      readonly kind: "written";
      readonly replies: readonly Reply[];
      /** Of everything except appends, which the caller knows. */
      readonly queue: readonly QueueChange[];
      readonly letters: readonly DeadLetterChange[];
      readonly size: JournalSize;
      readonly damagedRecords: number;
    }
  /** Whether the last group could be written; after a failure the thread retries automatically. */
  | { readonly kind: "condition"; readonly failure: string | undefined; readonly needsReopening: boolean };

export interface WriterOptions {
  readonly folder: string;
  /** Appends are rejected above this many bytes of stored records. */
  readonly maxBytes: number;
  /** Appends are rejected if the disk has less free space: completing a batch needs free pages too. */
  readonly reserveBytes: number;
}
