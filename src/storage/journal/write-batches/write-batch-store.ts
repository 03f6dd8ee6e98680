import { join } from "node:path";
import type { WriteBatchStore } from "../../ports/journal.ts";
import type { Connection } from "../connection.ts";
import type { OnProblem } from "../repair/prepare.ts";
import { createBatchFiles, readStoredBatches } from "./write-batches.ts";

interface Dependencies {
  readonly connection: Connection;
  readonly folder: string;
  readonly now: () => number;
  readonly onProblem: OnProblem;
}

export const batchFolderOf = (folder: string) => join(folder, "write-batches");

/** Opens the saved results. Files of batches that were completed before the last stop are removed. */
export async function openWriteBatches({ connection, folder, now, onProblem }: Dependencies) {
  let damaged = 0;
  const onDamage = (id: string, reason: string) => {
    damaged++;
    onProblem(`the saved result of write batch ${id} is damaged (${reason}): its items are processed again`, { id });
  };
  const batchFolder = batchFolderOf(folder);
  const files = createBatchFiles(batchFolder, onDamage);
  const stored = await readStoredBatches(batchFolder, onDamage);
  const completed = new Set(connection.summary.completedBatches);
  for (const { batch } of stored) if (completed.has(batch.id)) await files.remove(batch.id);
  let pending = stored.filter(({ batch }) => !completed.has(batch.id)).map(({ batch }) => batch);
  const saved = new Set(pending.map(({ id }) => id));
  let removedFiles = [...completed];

  const store: WriteBatchStore = {
    async create(batch) {
      const file = await files.create(batch, now());
      return {
        ...file,
        async save() {
          await file.save();
          saved.add(batch.id);
        },
      };
    },
    async complete(batch, dead = []) {
      const removed = removedFiles;
      removedFiles = [];
      const hasFile = saved.has(batch.id);
      try {
        await connection.ask({ kind: "complete", batch, dead, hasFile, removedFiles: removed, at: now() });
      } catch (thrown) {
        removedFiles.push(...removed);
        throw thrown;
      }
      pending = pending.filter(({ id }) => id !== batch.id);
      if (!hasFile) return;
      await files.remove(batch.id);
      saved.delete(batch.id);
      removedFiles.push(batch.id);
    },
    pending: () => pending,
    result: (id) => files.read(id),
  };
  return { store, damaged: () => damaged };
}
