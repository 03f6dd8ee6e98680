import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type JournalDatabase, openDatabase } from "../database.ts";
import { dataFileOf } from "../file-identity.ts";
import { emptyState, encodeState, isCut, isFreed, type JournalState } from "../freed.ts";
import { queueValueOf, readHead } from "../record.ts";
import { newestState } from "../state-copy.ts";
import { scanFile } from "./scan-file.ts";

export const Salvaged = z.strictObject({
  salvaged: z.number(),
  /** Entries in the damaged file that cannot be read. */
  lost: z.number(),
});
export type Salvaged = z.infer<typeof Salvaged>;

const groupBytes = 16 * 2 ** 20;

/**
 * Replaces a damaged journal by a new one with everything that can be read. The damaged file stays in the folder as
 * `<data file>.damaged-<time>`, with a report next to it. A crash in between leaves the folder unchanged.
 */
export function salvage(folder: string, time: string, onProgress: () => void): Salvaged & { readonly movedTo: string } {
  const work = join(folder, "salvaging");
  rmSync(work, { recursive: true, force: true });
  mkdirSync(work, { recursive: true });
  const found = fill(work, folder, onProgress);
  const movedTo = `${dataFileOf(folder)}.damaged-${time}`;
  writeFileSync(`${movedTo}.json`, `${JSON.stringify(found)}\n`);
  renameSync(dataFileOf(work), salvagedFileOf(folder));
  renameSync(dataFileOf(folder), movedTo);
  finishSalvage(folder);
  rmSync(work, { recursive: true, force: true });
  return { ...found, movedTo };
}

/** Completes an interrupted move of a salvaged journal. */
export function finishSalvage(folder: string): void {
  const salvaged = salvagedFileOf(folder);
  if (!existsSync(salvaged)) return;
  if (existsSync(dataFileOf(folder))) {
    // The move was interrupted before the damaged file was renamed: it is salvaged again.
    rmSync(salvaged);
    return;
  }
  rmSync(join(folder, "lock.mdb"), { force: true });
  renameSync(salvaged, dataFileOf(folder));
}

function fill(work: string, folder: string, onProgress: () => void): Salvaged {
  const db = openDatabase(work);
  let group: Uint8Array[] = [];
  let [bytes, lastSeq] = [0, 0];
  const { damaged, ...scanned } = scanFile(dataFileOf(folder), (seq, record) => {
    lastSeq = Math.max(lastSeq, seq);
    group.push(record);
    bytes += record.length;
    if (bytes > groupBytes) flush();
  });
  flush();
  const state = newestState(folder, scanned.state) ?? emptyState(randomUUID());
  // Only now is the newest state known, and with it which records had left the journal.
  const freed = Array.from(db.entries.getKeys()).filter((seq) => isFreed(state, seq));
  const lost = lostSeqs(db, state, damaged, lastSeq);
  const nextSeq = Math.max(state.nextSeq, lastSeq + 1, ...damaged.values().map((seq) => seq + 1));
  db.root.transactionSync(() => {
    for (const seq of freed) drop(seq);
    db.state.putSync("state", encodeState({ ...state, nextSeq }));
    db.state.putSync("format", Buffer.from("2"));
  });
  const salvaged = db.entries.getKeysCount();
  void db.root.close();
  return { salvaged, lost: lost.size };

  function flush(): void {
    onProgress();
    db.root.transactionSync(() => {
      for (const record of group) {
        const seq = new DataView(record.buffer).getFloat64(8, true);
        const head = readHead(record, seq);
        if (!head) continue;
        db.entries.putSync(seq, record);
        db.queue.putSync([head.projectId, seq], queueValueOf(record, head.receivedAt));
      }
    });
    group = [];
    bytes = 0;
  }

  function drop(seq: number): void {
    const head = readHead(db.entries.getBinary(seq) ?? new Uint8Array(), seq);
    db.entries.removeSync(seq);
    if (head) db.queue.removeSync([head.projectId, seq]);
  }
}

/** Returns the seqs that the state and the neighboring records place in the journal, and that are missing. */
function lostSeqs(
  db: JournalDatabase,
  state: JournalState,
  damaged: ReadonlySet<number>,
  lastSeq: number,
): ReadonlySet<number> {
  const lost = new Set([...damaged].filter((seq) => !isFreed(state, seq)));
  const [firstSeq = lastSeq] = [...db.entries.getKeys({ limit: 1 })];
  const start = state.nextSeq > 1 ? state.floor : firstSeq;
  const end = isCut(state) ? (state.ranges.at(-1)?.[0] ?? 0) : Math.max(lastSeq, state.nextSeq - 1);
  for (let seq = start; seq <= end; seq++) {
    if (!isFreed(state, seq) && !db.entries.doesExist(seq)) lost.add(seq);
  }
  return lost;
}

const salvagedFileOf = (folder: string) => `${dataFileOf(folder)}.salvaged`;
