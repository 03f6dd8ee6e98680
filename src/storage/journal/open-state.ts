import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import type { DeadLetterChange, Summary } from "./commands.ts";
import { countOf, type JournalDatabase, keysOf } from "./database.ts";
import { DeadLetterRecord, isSettled } from "./entries.ts";
import { decodeState, emptyState, encodeState, type JournalState } from "./freed.ts";
import { queueValueOf, readHead, readQueueValue } from "./record.ts";
import { upgrade } from "./repair/upgrade.ts";
import { unseal } from "./sealed.ts";

const format = Buffer.from("2");

/** Reads the journal's state, and upgrades a journal of the first format. */
export function openState(db: JournalDatabase, problems: string[]): JournalState {
  const stored = decodeState(db.state.getBinary("state"));
  const state = withLastSeq(db, stored ?? emptyState(randomUUID()));
  if (db.state.getBinary("format") !== undefined) return state;
  return db.root.transactionSync(() => {
    const upgraded = upgrade(db, state, problems);
    db.state.putSync("format", format);
    db.state.putSync("state", encodeState(upgraded));
    return upgraded;
  });
}

/** The state is stored when entries leave, so the seqs of entries appended since are added. */
function withLastSeq(db: JournalDatabase, state: JournalState): JournalState {
  const [last = 0] = [...db.entries.getKeys({ reverse: true, limit: 1 })];
  const [lastDamaged = 0] = [...db.damaged.getKeys({ reverse: true, limit: 1 })];
  return { ...state, nextSeq: Math.max(state.nextSeq, last + 1, lastDamaged + 1) };
}

/**
 * Reads the content of the journal from its indexes: records are read only if the indexes and the entries disagree.
 */
export function summarize(db: JournalDatabase, problems: string[]): Summary {
  const counted = count(db);
  if (counted.isConsistent) return summaryOf(db, counted, problems);
  problems.push("the journal's queue did not fit its entries: it was rebuilt from them");
  rebuildQueue(db);
  return summaryOf(db, count(db), problems);
}

function count(db: JournalDatabase) {
  const projects = new Map<string, { entries: number; bytes: number }>();
  const letters: DeadLetterChange[] = [];
  let [bytes, entries] = [0, 0];
  let isConsistent = true;
  for (const key of keysOf(db.queue)) {
    const queued = readQueueValue(db.queue.getBinary(key) ?? new Uint8Array());
    if (!queued) isConsistent = false;
    const project = projects.get(key[0]) ?? { entries: 0, bytes: 0 };
    project.entries++;
    project.bytes += queued?.payloadBytes ?? 0;
    projects.set(key[0], project);
    bytes += queued?.recordBytes ?? 0;
    entries++;
  }
  let lastSeq = 0;
  for (const key of keysOf(db.letters)) {
    const letter = unseal(DeadLetterRecord, db.letters.getBinary(key));
    if (!letter) isConsistent = false;
    if (!letter) continue;
    const isFirst = key[0] !== lastSeq;
    lastSeq = key[0];
    letters.push({ projectId: letter.projectId, letters: 1, bytes: isFirst ? letter.bytes : 0 });
    if (!isFirst || db.queue.doesExist([letter.projectId, key[0]])) continue;
    bytes += letter.recordBytes;
    entries++;
  }
  return { projects, letters, size: { bytes, entries }, isConsistent: isConsistent && entries === countOf(db.entries) };
}

function summaryOf(
  db: JournalDatabase,
  { projects, letters, size }: ReturnType<typeof count>,
  problems: readonly string[],
): Summary {
  return {
    size,
    projects: [...projects].map(([projectId, statistics]) => ({ projectId, ...statistics })),
    letters,
    damagedRecords: countOf(db.damaged),
    completedBatches: [...keysOf(db.completed)],
    problems,
  };
}

/** Queues every entry that has items neither stored nor in the dead-letter queue; damaged ones are excluded. */
function rebuildQueue(db: JournalDatabase): void {
  db.root.transactionSync(() => {
    for (const key of keysOf(db.queue)) db.queue.removeSync(key);
    for (const key of keysOf(db.letters)) {
      const letter = unseal(DeadLetterRecord, db.letters.getBinary(key));
      if (letter && db.entries.doesExist(key[0])) continue;
      db.letters.removeSync(key);
      db.settled.removeSync(key[0]);
      if (letter) db.lettersOf.removeSync([letter.projectId, key[1]]);
    }
    for (const seq of keysOf(db.entries)) {
      const record = db.entries.getBinary(seq);
      const head = record && readHead(record, seq);
      if (!record || !head) {
        if (record) db.damaged.putSync(seq, record);
        db.entries.removeSync(seq);
        continue;
      }
      if (isSettled(db, seq, head.traceIds.length)) continue;
      db.queue.putSync([head.projectId, seq], queueValueOf(record, head.receivedAt));
    }
  });
}
