import type { ProjectId } from "../domain/ids.ts";
import type { Batch } from "./admission.ts";

/** A batch's place in the journal. Counts up; may be used again after the journal was empty at a restart. */
export type Seq = number;

/** What is known of an entry without reading its payload. */
export interface EntryHead extends Omit<Batch, "bytes"> {
  readonly seq: Seq;
  /** Items that are stored already, by their place in `traceIds`. */
  readonly done: readonly number[];
}

export interface Entry extends EntryHead {
  readonly bytes: Uint8Array;
}

/**
 * The durable log of accepted batches. append() resolves once a crash of process or machine can no longer lose the
 * batch; appends that meet share one fsync. It rejects with Failure("dependency", …, {reason: "journal_full" |
 * "journal_failed"}) and has then written nothing. Reads see every append and completion that resolved before.
 */
export interface Journal {
  append(batch: Batch): Promise<{ readonly seq: Seq; readonly repeated: boolean }>;
  /** Heads with a seq above `after`, in order. */
  heads(after: Seq, limit: number): readonly EntryHead[];
  read(seq: Seq): Entry | undefined;
  /** Bytes and entries that wait in the journal. */
  size(): { readonly bytes: number; readonly entries: number };
}

export interface PlanMember {
  readonly seq: Seq;
  /** Which items of the entry; absent: all of them. */
  readonly items?: readonly number[];
}

/** The items that are stored together. Its id names every insert made for it, so it is saved before the first. */
export interface Plan {
  readonly id: string;
  /** Orders the states of a row: rows of a later plan replace those of an earlier one. */
  readonly version: number;
  readonly members: readonly PlanMember[];
}

/** save() and complete() are durable once they resolve; complete() frees the entries whose items are all stored. */
export interface PlanBook {
  save(plan: Plan): Promise<void>;
  complete(plan: Plan): Promise<void>;
  /** Plans that were saved but not completed before the last stop. */
  pending(): readonly Plan[];
}

/** Items that could not be stored, kept with the reason so that a person can look. */
export interface AsideItem {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly signal: Batch["signal"];
  readonly reason: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** The whole request that carried it. */
  readonly bytes: Uint8Array;
}

export interface AsideForgotten {
  readonly traceIds?: readonly string[];
  readonly text?: string;
  /** All that was set aside before. */
  readonly before?: number;
}

/** The set-aside: bounded, the oldest leave first (counted). */
export interface Aside {
  put(item: Omit<AsideItem, "id">): Promise<void>;
  /** Removes what a deletion means and returns how many that were. `text`: all that holds it somewhere. */
  forget(project: ProjectId, what: AsideForgotten): Promise<number>;
  /** Newest first, without payload. */
  list(project: ProjectId, limit: number): readonly Omit<AsideItem, "bytes">[];
  /** Of one project, or of all. */
  count(project?: ProjectId): number;
}
