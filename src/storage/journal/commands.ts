import type { NewDeadLetter, WriteBatch } from "../ports/journal.ts";

/** What the journal's owner asks of its writing thread. */
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
      /** Batches completed before whose files are gone. */
      readonly removedFiles: readonly string[];
      readonly at: number;
    }
  | { readonly kind: "release" | "remove"; readonly ids: readonly string[] }
  /** A record that is damaged leaves the queue. */
  | { readonly kind: "discard"; readonly seq: number };

export interface Request {
  readonly id: number;
  readonly command: Command;
}

export type RefusalReason = "journal_full" | "journal_failed";

export type Answer =
  /** `unconfirmed`: written, but perhaps to a file that is no longer in place. */
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

/** An entry joined (1) or left (-1) the queue of its project. */
export interface QueueChange {
  readonly projectId: string;
  readonly seq: number;
  readonly by: 1 | -1;
  readonly bytes: number;
}

export interface LetterChange {
  readonly projectId: string;
  readonly letters: number;
  readonly bytes: number;
}

export interface JournalSize {
  readonly bytes: number;
  readonly entries: number;
}

/** What the thread found when it opened the journal. */
export interface Summary {
  readonly size: JournalSize;
  readonly projects: readonly { readonly projectId: string; readonly entries: number; readonly bytes: number }[];
  readonly letters: readonly LetterChange[];
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
      /** Of everything but appends, which the asker knows. */
      readonly queue: readonly QueueChange[];
      readonly letters: readonly LetterChange[];
      readonly size: JournalSize;
      readonly damagedRecords: number;
    }
  /** Whether the last group could be written; after a failure the thread tries again on its own. */
  | { readonly kind: "condition"; readonly failure: string | undefined; readonly needsReopening: boolean };

export interface WriterOptions {
  readonly folder: string;
  /** Appends are refused above this many bytes of stored records. */
  readonly maxBytes: number;
  /** Appends are refused when the disk has less left: completing a batch needs free pages too. */
  readonly reserveBytes: number;
}
