import { type Database, open, type RootDatabase } from "lmdb";

/** The tables of the journal's LMDB environment. One file, one writing thread, any number of readers in the process. */
export interface JournalDatabase {
  readonly root: RootDatabase<Uint8Array, number>;
  /** seq → record. */
  readonly entries: Database<Uint8Array, number>;
  /** seq → places of the items that are stored already. */
  readonly done: Database<number[], number>;
  /** Plan id → plan. */
  readonly plans: Database<unknown, string>;
  /** [hour, body hash] → seq, for recognising a retried body. */
  readonly bodies: Database<number, [number, string]>;
  /** Counter → item that could not be stored. */
  readonly aside: Database<unknown, number>;
}

/**
 * Opens the journal in `folder`. Commits are synchronous: when one returns, its pages and the meta page were fsynced
 * (`overlappingSync` would return earlier).
 */
export function openDatabase(folder: string): JournalDatabase {
  const root = open<Uint8Array, number>({ path: folder, maxDbs: 8, overlappingSync: false, encoding: "binary" });
  return {
    root,
    entries: root.openDB({ name: "entries", encoding: "binary" }),
    done: root.openDB({ name: "done", encoding: "msgpack" }),
    plans: root.openDB({ name: "plans", encoding: "msgpack" }),
    bodies: root.openDB({ name: "bodies", encoding: "msgpack" }),
    aside: root.openDB({ name: "aside", encoding: "msgpack" }),
  };
}

/** What waits in the journal. The keys are taken first: a read inside a running range would disturb it. */
export function sizeOf({ entries }: JournalDatabase): { bytes: number; entries: number } {
  const size = { bytes: 0, entries: 0 };
  for (const seq of Array.from(entries.getKeys())) {
    size.entries++;
    size.bytes += entries.getBinaryFast(seq)?.length ?? 0;
  }
  return size;
}
