import { buffer } from "node:stream/consumers";
import type { Batch } from "../../../src/otlp/ports/admission.ts";
import { globalProject } from "../../../src/platform/ids.ts";
import { type JournalOptions, type OpenJournal, openJournal } from "../../../src/storage/journal/journal.ts";
import { writeResult } from "../../../src/storage/journal/write-batches/write-result.ts";
import type { SavedResult, WriteBatch, WriteBatchStore } from "../../../src/storage/ports/journal.ts";

export function journals() {
  const opened: OpenJournal[] = [];
  const problems: string[] = [];
  return {
    problems,
    async open(folder: string, options: Partial<JournalOptions> = {}): Promise<OpenJournal> {
      const onProblem = (message: string) => void problems.push(message);
      const journal = await openJournal({
        folder,
        maxBytes: 1e9,
        reserveBytes: 0,
        now: Date.now,
        onProblem,
        ...options,
      });
      opened.push(journal);
      return journal;
    },
    async close(): Promise<void> {
      problems.length = 0;
      for (const journal of opened.splice(0)) await journal.close();
    },
  };
}

export const traceId = (n: number) => n.toString(16).padStart(32, "0");

export const exportRequest = (fields: Partial<Batch> = {}): Batch => ({
  projectId: globalProject,
  source: "otlp",
  signal: "traces",
  receivedAt: 1_790_000_000_000,
  traceIds: [traceId(1)],
  bodyHash: "",
  bytes: new Uint8Array([1, 2, 3]),
  ...fields,
});

export async function saveResult(store: WriteBatchStore, batch: WriteBatch, ...result: Uint8Array[]): Promise<void> {
  await using file = await store.create(batch);
  writeResult(file.location, result);
  await file.save();
}

/** Reads the whole result, of `length` bytes. */
export async function resultBytes({ read }: Pick<SavedResult, "read">, length: number): Promise<Uint8Array> {
  return new Uint8Array(await buffer(read(0, length)));
}

export const writeBatch = (id: string, members: WriteBatch["members"]): WriteBatch => ({ id, members });
