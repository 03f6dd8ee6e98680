import { batchFolderOf } from "../write-batches/write-batch-store.ts";
import { readStoredBatches } from "../write-batches/write-batches.ts";
import { Inspection } from "./inspection.ts";
import { runChild } from "./run-child.ts";

export type JournalReport = Inspection;

export interface FileCheck {
  /** Absent when the file cannot be opened. */
  readonly contents: JournalReport | undefined;
  readonly pendingBatches: number;
  /** Current damage, one phrase each. */
  readonly damage: readonly string[];
}

/** Checks the whole journal of `folder` in a separate process, without changing it. */
export async function checkFile(folder: string): Promise<FileCheck> {
  const damage: string[] = [];
  const outcome = await runChild("inspect-read-only", folder);
  const contents = outcome.kind === "result" ? Inspection.parse(outcome.result) : undefined;
  if (outcome.kind !== "result") damage.push(`the file cannot be opened (${outcome.message})`);
  if (contents && contents.damaged.length > 0) damage.push(`${contents.damaged.length} records cannot be read`);
  const onDamage = (id: string) => damage.push(`the result of write batch ${id} cannot be read`);
  const pending = await readStoredBatches(batchFolderOf(folder), onDamage, { readOnly: true });
  return { contents, pendingBatches: pending.length, damage };
}
