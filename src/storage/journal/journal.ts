import { Failure } from "../../platform/failure.ts";
import type { DeadLetterQueue, Entry, EntryHead, Journal, WriteBatchStore } from "../ports/journal.ts";
import type { Command, WriterOptions } from "./commands.ts";
import { type Connection, createConnection } from "./connection.ts";
import { createDeadLetterQueue } from "./dead-letters.ts";
import { progressOf, strikesIn } from "./entries.ts";
import { encodeRecord, readHead, readPayload, readQueueValue } from "./record.ts";
import { damagedFilesIn, type OnProblem } from "./repair/prepare.ts";
import { openWriteBatches } from "./write-batches/write-batch-store.ts";
import { journalFailed } from "./writer-thread.ts";

export interface JournalOptions extends WriterOptions {
  readonly now: () => number;
  /** Called for damage that was found, with its consequence. */
  readonly onProblem?: OnProblem;
}

export interface OpenJournal {
  readonly journal: Journal;
  readonly writeBatches: WriteBatchStore;
  readonly deadLetters: DeadLetterQueue;
  /** Resolves within seconds, when all earlier commands are written and the files are closed. */
  close(): Promise<void>;
}

/** Opens (or creates) the journal in `folder`: reads happen here, writes in a thread that owns them. */
export async function openJournal(options: JournalOptions): Promise<OpenJournal> {
  const { now, folder, maxBytes, onProblem = () => undefined } = options;
  const connection = await createConnection({ ...options, onProblem });
  const { files, lost } = damagedFilesIn(folder);
  const batches = await openWriteBatches({ connection, folder, now, onProblem });
  const { figures: statistics } = connection;

  const journal: Journal = {
    append: (batch) => append(connection, batch),
    heads: (project, after, limit) => heads(connection, project, after, limit),
    read: (seq) => read(connection, seq),
    backlog: () => statistics.backlog(),
    size: () => ({ ...statistics.size(), maxBytes }),
    refusal: () => connection.refusal(),
    damaged: () => ({
      records: statistics.damagedRecords() + lost + connection.lostRecords(),
      writeBatches: batches.damaged(),
      files,
    }),
    addStrike: async (strike) => void (await connection.ask({ kind: "strike", strike })),
    strikes: () => connection.read(strikesIn),
  };
  const deadLetters = createDeadLetterQueue(connection, (seqs) =>
    seqs.map((seq) => headOf(connection, seq)).filter((head) => head !== undefined),
  );
  return { journal, writeBatches: batches.store, deadLetters, close: () => connection.close() };
}

async function append(connection: Connection, batch: Parameters<Journal["append"]>[0]) {
  const record = encodeRecord(batch);
  const { projectId, receivedAt, bodyHash } = batch;
  const command: Command = { kind: "append", record, projectId, receivedAt, bodyHash };
  const bytes = batch.bytes.length;
  const answer = await connection.ask(command, [record.buffer], (given) => {
    if (given.kind !== "appended" || given.repeated) return;
    connection.figures.changeQueue({ projectId, seq: given.seq, by: 1, bytes });
  });
  if (answer.kind !== "appended") throw new Failure("defect", `the journal answered ${answer.kind}`);
  if (answer.unconfirmed) throw journalFailed("the journal's file was replaced while it was written");
  return { seq: answer.seq, repeated: answer.repeated };
}

function read(connection: Connection, seq: number): Entry | undefined {
  const found = connection.read((db) => {
    const record = db.entries.getBinaryFast(seq);
    if (!record) return undefined;
    const head = readHead(record, seq);
    const payload = head && readPayload(record);
    // A copy, because the database owns the record's memory.
    return head && payload ? { ...head, seq, bytes: new Uint8Array(payload) } : "damaged";
  });
  if (found !== "damaged") return found;
  connection.discard(seq);
  return undefined;
}

function heads(connection: Connection, project: string, after: number, limit: number): readonly EntryHead[] {
  const found: EntryHead[] = [];
  let start = after + 1;
  while (found.length < limit) {
    const keys = connection.readIfOpen((db) =>
      Array.from(
        db.queue.getKeys({
          start: [project, start],
          end: [project, Number.MAX_SAFE_INTEGER],
          limit: limit - found.length,
        }),
      ),
    );
    if (!keys || keys.length === 0) break;
    for (const [, seq] of keys) {
      const head = queuedHead(connection, project, seq);
      if (head) found.push(head);
    }
    start = (keys.at(-1)?.[1] ?? start) + 1;
  }
  return found;
}

function queuedHead(connection: Connection, project: string, seq: number): EntryHead | undefined {
  const value = connection.readIfOpen((db) => db.queue.getBinary([project, seq]));
  const queued = value && readQueueValue(value);
  if (!queued?.head) return headOf(connection, seq);
  const head = queued.head();
  return { ...head, seq, payloadBytes: queued.payloadBytes, ...progress(connection, seq, head.traceIds) };
}

const progress = (connection: Connection, seq: number, traceIds: readonly string[]) =>
  connection.readIfOpen((db) => progressOf(db, seq, traceIds)) ?? { done: [], again: [] };

function headOf(connection: Connection, seq: number): EntryHead | undefined {
  const record = connection.readIfOpen((db) => db.entries.getBinary(seq));
  if (!record) return undefined;
  const head = readHead(record, seq);
  if (head) return { ...head, seq, ...progress(connection, seq, head.traceIds) };
  connection.discard(seq);
  return undefined;
}
