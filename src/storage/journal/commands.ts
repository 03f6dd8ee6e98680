import type { AsideForgotten, AsideItem, Plan } from "../../ports/journal.ts";

/** What the journal's owner asks of its writing thread. */
export type Command =
  | { readonly kind: "append"; readonly record: Uint8Array; readonly bodyHash: string; readonly hour: number }
  | { readonly kind: "save"; readonly plan: Plan }
  | { readonly kind: "complete"; readonly plan: Plan }
  | { readonly kind: "aside"; readonly item: Omit<AsideItem, "id"> }
  | { readonly kind: "forget"; readonly projectId: string; readonly what: AsideForgotten };

export interface Request {
  readonly id: number;
  readonly command: Command;
}

export type Answer =
  | { readonly kind: "appended"; readonly seq: number; readonly repeated: boolean }
  | { readonly kind: "done"; readonly freedBytes: number; readonly freedEntries: number; readonly dropped: number }
  | { readonly kind: "refused"; readonly reason: "journal_full" | "journal_failed"; readonly message: string };

export interface Reply {
  readonly id: number;
  readonly answer: Answer;
}

export interface WriterOptions {
  readonly folder: string;
  /** Appends are refused above this many bytes of waiting records. */
  readonly maxBytes: number;
  /** Appends are refused when the disk has less left: completing a plan needs free pages too. */
  readonly reserveBytes: number;
}
