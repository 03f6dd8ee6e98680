import { type Database, open, type RangeOptions, type RootDatabase } from "lmdb";

type Bytes = Uint8Array;

/**
 * The tables of the journal's LMDB environment. One file, one writer thread, any number of readers in the process.
 */
export interface JournalDatabase {
  readonly root: RootDatabase<Bytes, string>;
  /** seq → record. */
  readonly entries: Database<Bytes, number>;
  /** [project, seq] → head, of the entries with items to process. */
  readonly queue: Database<Bytes, [string, number]>;
  /** seq → indexes of the items that are stored, and of the ones in the dead-letter queue. */
  readonly settled: Database<Bytes, number>;
  /** [seq, number] → dead letter. */
  readonly letters: Database<Bytes, [number, number]>;
  /** [project, number of the dead letter] → seq. */
  readonly lettersOf: Database<Bytes, [string, number]>;
  /** [seq, trace] → number of earlier failed attempts, of released dead letters. */
  readonly attempts: Database<Bytes, [number, string]>;
  /** [seq, trace] → attempts that ended a thread. */
  readonly strikes: Database<Bytes, [number, string]>;
  /** IDs of completed write batches whose file may still exist. */
  readonly completed: Database<Bytes, string>;
  /** [hour, body hash] → seq, to detect a retried body. */
  readonly bodies: Database<number, [number, string]>;
  /** seq → damaged record. */
  readonly damaged: Database<Bytes, number>;
  readonly state: Database<Bytes, string>;
}

/**
 * Opens the journal in `folder`. Commits are synchronous: when one returns, its pages and the meta page were
 * fsynced (`overlappingSync` would return earlier).
 */
export function openDatabase(folder: string, options: { readonly readOnly?: boolean } = {}): JournalDatabase {
  const { readOnly = false } = options;
  const root = open<Bytes, string>({ path: folder, maxDbs: 16, overlappingSync: false, encoding: "binary", readOnly });
  const table = <Key extends number | string | [string | number, string | number]>(name: string) =>
    root.openDB<Bytes, Key>({ name, encoding: "binary" });
  return {
    root,
    entries: table("entries"),
    queue: table("queue"),
    settled: table("settled"),
    letters: table("letters"),
    lettersOf: table("letters-of"),
    attempts: table("attempts"),
    strikes: table("strikes"),
    completed: table("completed"),
    bodies: root.openDB({ name: "bodies", encoding: "msgpack" }),
    damaged: table("damaged"),
    state: table("state"),
  };
}

const pageOfKeys = 5_000;

/**
 * Returns all keys in order, reading a page at a time: a read or change inside a running range would disturb it.
 */
export function* keysOf<Key extends number | string | (string | number)[]>(table: {
  getKeys(range: RangeOptions): Iterable<Key>;
}): Generator<Key> {
  let last: Key | undefined;
  for (;;) {
    const keys = Array.from(table.getKeys({ ...(last === undefined ? {} : { start: last }), limit: pageOfKeys }));
    // The last key of the previous page may have been removed.
    yield* last !== undefined && String(keys[0]) === String(last) ? keys.slice(1) : keys;
    if (keys.length < pageOfKeys) return;
    last = keys.at(-1);
  }
}

export function countOf(table: { getStats(): object }): number {
  const { entryCount } = table.getStats() as { entryCount?: number };
  return entryCount ?? 0;
}
