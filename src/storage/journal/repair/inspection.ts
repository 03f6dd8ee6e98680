import { z } from "zod";
import { Failure } from "../../../platform/failure.ts";
import { countOf, type JournalDatabase, keysOf, openDatabase } from "../database.ts";
import { DeadLetterRecord } from "../entries.ts";
import { readHead, readPayload } from "../record.ts";
import { unseal } from "../sealed.ts";

export const Inspection = z.strictObject({
  entries: z.number(),
  bytes: z.number(),
  projects: z.array(z.strictObject({ projectId: z.string(), entries: z.number(), bytes: z.number() })),
  deadLetters: z.number(),
  /** Seqs of records that cannot be read. */
  damaged: z.array(z.number()),
  /** Records that were found damaged earlier. */
  damagedBefore: z.number(),
});
export type Inspection = z.infer<typeof Inspection>;

type Depth = "keys" | "records";

/**
 * Reads the journal in `folder`. LMDB may crash on any damaged page, so run it in a separate process. "records"
 * reads every record, verifies its checksums and tries a write; "keys" reads only the keys.
 */
export function inspect(folder: string, depth: Depth, onProgress: () => void, readOnly: boolean): Inspection {
  const db = openDatabase(folder, { readOnly });
  const damaged: number[] = [];
  const projects = new Map<string, { entries: number; bytes: number }>();
  const found = { entries: 0, bytes: 0 };
  const hasChecksums = db.state?.getBinary("format") !== undefined;
  for (const seq of inOrder(keysOf(db.entries))) {
    found.entries++;
    if (found.entries % 1_000 === 0) onProgress();
    if (depth === "keys" || !hasChecksums) continue;
    const record = db.entries.getBinary(seq) ?? new Uint8Array();
    found.bytes += record.length;
    const head = readHead(record, seq);
    if (!head || !readPayload(record)) damaged.push(seq);
    if (!head) continue;
    const project = projects.get(head.projectId) ?? { entries: 0, bytes: 0 };
    projects.set(head.projectId, { entries: project.entries + 1, bytes: project.bytes + record.length });
  }
  if (hasChecksums) walkIndexes(db, depth);
  if (!readOnly && depth === "records") tryWrite(db);
  return {
    ...found,
    projects: [...projects].map(([projectId, statistics]) => ({ projectId, ...statistics })),
    deadLetters: hasChecksums ? countOf(db.letters) : 0,
    damaged,
    damagedBefore: hasChecksums ? countOf(db.damaged) : 0,
  };
}

function walkIndexes(db: JournalDatabase, depth: Depth): void {
  for (const key of keysOf(db.queue)) if (depth === "records") db.queue.getBinary(key);
  for (const key of keysOf(db.letters)) if (depth === "records") unseal(DeadLetterRecord, db.letters.getBinary(key));
  for (const table of [db.settled, db.damaged])
    for (const key of keysOf(table)) if (key < 0) throw new Failure("dependency", "damaged");
  for (const _ of keysOf(db.lettersOf));
  for (const _ of keysOf(db.attempts));
  for (const _ of keysOf(db.completed));
  for (const _ of keysOf(db.bodies));
}

/** A damaged list of free pages shows when many consecutive pages are requested. Nothing is committed. */
function tryWrite(db: JournalDatabase): void {
  const undone = new Error("undone");
  try {
    db.root.transactionSync(() => {
      db.state.putSync("probe", new Uint8Array(16 * 2 ** 20));
      throw undone;
    });
  } catch (thrown) {
    if (thrown !== undone) throw thrown;
  }
}

/** A cycle of pages would never end. */
function* inOrder(keys: Iterable<number>): Generator<number> {
  let last = -1;
  for (const key of keys) {
    if (typeof key !== "number" || !(key > last))
      throw new Failure("dependency", "the keys of the journal are not in order");
    last = key;
    yield key;
  }
}
