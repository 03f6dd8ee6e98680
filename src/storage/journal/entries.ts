import { z } from "zod";
import type { BatchMember, EntryHead, NewDeadLetter, Strike } from "../ports/journal.ts";
import type { DeadLetterChange, QueueChange, ReleasedItems } from "./commands.ts";
import type { JournalDatabase } from "./database.ts";
import { freeSeq, type JournalState } from "./freed.ts";
import { type Head, queueValueOf, readHead } from "./record.ts";
import { seal, unseal } from "./sealed.ts";

const Settled = z.strictObject({ stored: z.array(z.number()), dead: z.array(z.number()) });
const Attempts = z.strictObject({ attempts: z.number(), at: z.number() });
const Strikes = z.array(z.strictObject({ step: z.string(), reason: z.string() }));
export const DeadLetterRecord = z.strictObject({
  items: z.array(z.number()),
  traceId: z.string(),
  reason: z.string(),
  projectId: z.string(),
  signal: z.enum(["traces", "logs"]),
  receivedAt: z.number(),
  at: z.number(),
  attempts: z.number(),
  /** Sizes of its entry: of the payload, and of the record. */
  bytes: z.number(),
  recordBytes: z.number(),
});

/** Returns the progress of an entry's items, for its head. */
export function progressOf(
  db: JournalDatabase,
  seq: number,
  traceIds: readonly string[],
): Pick<EntryHead, "done" | "again"> {
  const settled = unseal(Settled, db.settled.getBinary(seq));
  if (!settled) return { done: [], again: [] };
  const done = new Set([...settled.stored, ...settled.dead].sort((one, other) => one - other));
  const released = new Set(attemptsOf(db, seq).map(([, traceId]) => traceId));
  const again = traceIds.flatMap((traceId, item) => (released.has(traceId) && !done.has(item) ? item : []));
  return { done: [...done], again };
}

/** Returns the attempts of traces of an entry that were dead letters before. */
const attemptsOf = ({ attempts }: JournalDatabase, seq: number) => keysOfEntry(attempts, seq);

const keysOfEntry = (table: JournalDatabase["attempts" | "strikes"], seq: number) =>
  Array.from(table.getKeys({ start: [seq, ""], end: [seq + 1, ""] }));

/** Returns the attempts on traces that ended a thread. */
export function strikesIn(db: JournalDatabase): readonly Strike[] {
  return Array.from(db.strikes.getKeys()).flatMap(([seq, traceId]) =>
    (unseal(Strikes, db.strikes.getBinary([seq, traceId])) ?? []).map((each) => ({ seq, traceId, ...each })),
  );
}

/** Returns whether all `items` of an entry are stored or in the dead-letter queue. */
export function isSettled(db: JournalDatabase, seq: number, items: number): boolean {
  const settled = unseal(Settled, db.settled.getBinary(seq));
  return settled !== undefined && settled.stored.length + settled.dead.length >= items;
}

export interface Changes {
  /** The resulting state of the journal: this group's own copy. */
  state: { -readonly [Key in keyof JournalState]: JournalState[Key] };
  readonly queue: QueueChange[];
  readonly letters: DeadLetterChange[];
  bytes: number;
  entries: number;
  hasFreed: boolean;
}

interface OpenEntry {
  readonly seq: number;
  readonly head: Head & { readonly payloadBytes: number };
  /** The record without its payload. */
  readonly start: Uint8Array;
  readonly recordBytes: number;
  readonly stored: Set<number>;
  readonly dead: Set<number>;
  readonly wasQueued: boolean;
}

/**
 * Manages the life cycle of entries. An entry is queued while it has items that are neither stored nor in the dead-
 * letter queue, and leaves the journal when all of them are stored.
 */
export function createEntries(db: JournalDatabase) {
  return { settle, release, remove, discard, strike };

  /** Records items as stored or dead. An entry that has already left is skipped. */
  function settle(member: BatchMember, dead: readonly NewDeadLetter[], at: number, changes: Changes): void {
    const entry = openEntry(member.seq);
    if (!entry) return;
    const indexes = member.items ?? entry.head.traceIds.keys().filter((item) => !entry.dead.has(item));
    for (const item of indexes) {
      entry.stored.add(item);
      entry.dead.delete(item);
    }
    for (const letter of dead) {
      for (const item of letter.items) {
        entry.stored.delete(item);
        entry.dead.add(item);
      }
    }
    if (!close(entry, changes)) for (const letter of dead) putLetter(entry, letter, at, changes);
  }

  /** Queues the items of a dead letter for processing again. Undefined if it does not exist. */
  function release(id: string, changes: Changes): ReleasedItems | undefined {
    const taken = takeLetter(id, changes);
    if (!taken) return undefined;
    const { seq, letter, entry } = taken;
    const { attempts, at, traceId, items } = letter;
    db.attempts.putSync([seq, traceId], seal({ attempts, at }));
    for (const item of items) entry?.dead.delete(item);
    if (entry) close(entry, changes);
    return { seq, items };
  }

  function remove(id: string, changes: Changes): boolean {
    const taken = takeLetter(id, changes);
    if (!taken) return false;
    for (const item of taken.letter.items) {
      taken.entry?.dead.delete(item);
      taken.entry?.stored.add(item);
    }
    if (taken.entry) close(taken.entry, changes);
    return true;
  }

  /** Returns false for an entry that has already left. */
  function strike({ seq, traceId, step, reason }: Strike): boolean {
    if (!db.entries.doesExist(seq)) return false;
    const before = unseal(Strikes, db.strikes.getBinary([seq, traceId])) ?? [];
    db.strikes.putSync([seq, traceId], seal([...before, { step, reason }]));
    return true;
  }

  /** Moves the unreadable record of an entry to the damaged ones. False: it has already left. */
  function discard(seq: number, changes: Changes): boolean {
    const record = db.entries.getBinary(seq);
    for (const key of Array.from(db.queue.getKeys())) {
      if (key[1] !== seq) continue;
      db.queue.removeSync(key);
      changes.queue.push({ projectId: key[0], seq, by: -1, bytes: 0 });
    }
    if (record) db.damaged.putSync(seq, record);
    free(seq, record?.length ?? 0, changes);
    return record !== undefined;
  }

  function openEntry(seq: number): OpenEntry | undefined {
    // Entries are large: this points to the database's memory until its next read, and only the start is copied.
    const record = db.entries.getBinaryFast(seq);
    const head = record && readHead(record, seq);
    if (!record || !head) return undefined;
    const recordBytes = record.length;
    const start = new Uint8Array(record.subarray(0, recordBytes - head.payloadBytes));
    const { stored, dead } = unseal(Settled, db.settled.getBinary(seq)) ?? { stored: [], dead: [] };
    const wasQueued = db.queue.doesExist([head.projectId, seq]);
    return { seq, head, start, recordBytes, stored: new Set(stored), dead: new Set(dead), wasQueued };
  }

  /** Stores the progress of an entry's items. Returns true if the entry has left the journal. */
  function close({ seq, head, start, recordBytes, stored, dead, wasQueued }: OpenEntry, changes: Changes): boolean {
    const { projectId, payloadBytes: bytes, traceIds, receivedAt } = head;
    const isQueued = stored.size + dead.size < traceIds.length;
    if (wasQueued && !isQueued) {
      db.queue.removeSync([projectId, seq]);
      changes.queue.push({ projectId, seq, by: -1, bytes });
    }
    if (!wasQueued && isQueued) {
      db.queue.putSync([projectId, seq], queueValueOf(start, receivedAt));
      changes.queue.push({ projectId, seq, by: 1, bytes });
    }
    if (stored.size < traceIds.length) {
      db.settled.putSync(seq, seal({ stored: [...stored], dead: [...dead] }));
      return false;
    }
    free(seq, recordBytes, changes);
    return true;
  }

  function free(seq: number, recordBytes: number, changes: Changes): void {
    for (const [, letter] of letterKeysOf(seq)) takeLetter(`${seq}.${letter}`, changes);
    for (const key of attemptsOf(db, seq)) db.attempts.removeSync(key);
    for (const key of keysOfEntry(db.strikes, seq)) db.strikes.removeSync(key);
    db.settled.removeSync(seq);
    if (db.entries.removeSync(seq)) {
      changes.bytes -= recordBytes;
      changes.entries--;
    }
    changes.state = freeSeq(changes.state, seq);
    changes.hasFreed = true;
  }

  function putLetter(entry: OpenEntry, { items, traceId, reason }: NewDeadLetter, at: number, changes: Changes): void {
    const { seq, head, recordBytes } = entry;
    const isFirst = letterKeysOf(seq).length === 0;
    const before = unseal(Attempts, db.attempts.getBinary([seq, traceId])) ?? { attempts: 0, at };
    const number = changes.state.lastLetter + 1;
    changes.state = { ...changes.state, lastLetter: number };
    changes.hasFreed = true;
    const { projectId, signal, receivedAt, payloadBytes: bytes } = head;
    const letter: z.infer<typeof DeadLetterRecord> = {
      items: [...items],
      traceId,
      reason,
      projectId,
      signal,
      receivedAt,
      at: before.at,
      attempts: before.attempts + 1,
      bytes,
      recordBytes,
    };
    db.letters.putSync([seq, number], seal(letter));
    db.lettersOf.putSync([projectId, number], seal(seq));
    changes.letters.push({ projectId, letters: 1, bytes: isFirst ? bytes : 0 });
  }

  function takeLetter(id: string, changes: Changes) {
    const key = letterKey(id);
    const letter = key && unseal(DeadLetterRecord, db.letters.getBinary(key));
    if (!key || !letter) return undefined;
    const [seq, number] = key;
    const { projectId, bytes } = letter;
    db.letters.removeSync(key);
    db.lettersOf.removeSync([projectId, number]);
    changes.letters.push({ projectId, letters: -1, bytes: letterKeysOf(seq).length === 0 ? -bytes : 0 });
    return { seq, letter, entry: openEntry(seq) };
  }

  function letterKeysOf(seq: number): [number, number][] {
    return Array.from(db.letters.getKeys({ start: [seq, 0], end: [seq + 1, 0] }));
  }
}

/** Parses the ID of a dead letter: the seq of its entry and its number. */
export function letterKey(id: string): [number, number] | undefined {
  const parts = /^(\d{1,15})\.(\d{1,15})$/.exec(id);
  return parts ? [Number(parts[1]), Number(parts[2])] : undefined;
}
