import type { Database } from "lmdb";
import { countOf, type JournalDatabase, keysOf } from "../database.ts";
import type { JournalState } from "../freed.ts";
import { encodeRecord, numberRecord, queueValueOf, readFirstFormat } from "../record.ts";
import { seal } from "../sealed.ts";

/**
 * Upgrades the entries of the first format (no checksums, one queue for all projects). Its write batches were saved
 * without their result, so their items are processed again. Runs inside a transaction.
 */
export function upgrade(db: JournalDatabase, state: JournalState, problems: string[]): JournalState {
  if (countOf(db.entries) === 0) return state;
  const done: Database<number[], number> = db.root.openDB({ name: "done", encoding: "msgpack" });
  let upgraded = 0;
  for (const seq of keysOf(db.entries)) {
    const stored = db.entries.getBinary(seq);
    if (!stored) continue;
    const batch = readFirstFormat(stored);
    const record = encodeRecord(batch);
    numberRecord(record, seq);
    db.entries.putSync(seq, record);
    db.queue.putSync([batch.projectId, seq], queueValueOf(record, batch.receivedAt));
    const items = done.get(seq);
    if (items && items.length > 0) db.settled.putSync(seq, seal({ stored: items, dead: [] }));
    upgraded++;
  }
  for (const seq of keysOf(done)) done.removeSync(seq);
  if (upgraded > 0) problems.push(`${upgraded} entries of the journal's first format were upgraded`);
  return state;
}
