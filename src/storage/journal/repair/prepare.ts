import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, copyFile, open, rename, unlink, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { z } from "zod";
import { Failure } from "../../../platform/failure.ts";
import { dataFileOf } from "../file-identity.ts";
import { Inspection } from "./inspection.ts";
import { runChild } from "./run-child.ts";
import { finishSalvage, Salvaged } from "./salvage.ts";

const Marker = z.object({ size: z.number(), modifiedMs: z.number() });
const SalvageDone = Salvaged.extend({ movedTo: z.string() });

/** Messages of LMDB and the inspection about a damaged file; other errors are not caused by the file. */
const damage =
  /MDB_(INVALID|CORRUPTED|PAGE_NOTFOUND|PANIC|VERSION_MISMATCH|BAD_TXN|BAD_VALSIZE|INCOMPATIBLE)|not in order|damaged|JSON|Invalid|out of (range|bounds)|Unexpected/i;

export type OnProblem = (message: string, facts: Readonly<Record<string, unknown>>) => void;

export interface PreparedJournal {
  /** Damaged records to exclude. */
  readonly damaged: readonly number[];
}

/**
 * Ensures that opening the journal cannot crash this process: a child process tries first. A file that cannot be
 * opened is replaced by a new one with everything that can be salvaged. After an unclean end every record is
 * checked. Throws Failure("dependency") if the folder cannot be used for a reason other than damage.
 */
export async function prepareJournal(folder: string, onProblem: OnProblem): Promise<PreparedJournal> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  finishSalvage(folder);
  if (!existsSync(dataFileOf(folder))) return { damaged: [] };
  const isClean = isMarkedClean(folder);
  rmSync(markerOf(folder), { force: true });
  const outcome = await runChild(isClean ? "inspect-keys" : "inspect-records", folder);
  if (outcome.kind === "result") return { damaged: Inspection.parse(outcome.result).damaged };
  if (outcome.kind === "error" && !damage.test(outcome.message)) throw unusable(folder, outcome.message);
  await replaceDamaged(folder, outcome.message, onProblem);
  return { damaged: [] };
}

/**
 * Replaces the journal by a copy, which the locks of a hanging thread do not affect. What that thread may still
 * write goes to the old file and was never acknowledged.
 */
export async function replaceByCopy(folder: string): Promise<void> {
  const copy = `${dataFileOf(folder)}.copy`;
  await copyFile(dataFileOf(folder), copy, constants.COPYFILE_FICLONE);
  const handle = await open(copy, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  rmSync(join(folder, "lock.mdb"), { force: true });
  await rename(copy, dataFileOf(folder));
}

/** Returns whether the folder's disk confirms writes. */
export async function confirmsWrites(folder: string): Promise<boolean> {
  const path = join(folder, "disk-probe");
  try {
    await writeFile(path, "", { flush: true });
    await unlink(path);
    return true;
  } catch {
    return false;
  }
}

/** Salvages a journal with known damage; nothing may have it open. */
export async function replaceDamaged(folder: string, reason: string, onProblem: OnProblem): Promise<void> {
  const { salvaged, lost, movedTo } = await salvageJournal(folder);
  onProblem(
    `the journal was damaged (${reason}): ${salvaged} entries were salvaged, ${lost} are lost; the damaged file is now ${movedTo}`,
    { salvaged, lost, movedTo },
  );
}

/** Salvages the content of the journal in `folder`; nothing else may have it open. */
export async function salvageJournal(folder: string): Promise<z.infer<typeof SalvageDone>> {
  const time = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const outcome = await runChild("salvage", folder, time);
  if (outcome.kind === "result") return SalvageDone.parse(outcome.result);
  throw unusable(folder, `it is damaged, and salvaging it failed: ${outcome.message}`);
}

/** Marks a regular close: the next start need not read every record. */
export function markClean(folder: string): void {
  const { size, mtimeMs } = statSync(dataFileOf(folder));
  writeFileSync(markerOf(folder), JSON.stringify({ size, modifiedMs: mtimeMs }));
}

function isMarkedClean(folder: string): boolean {
  try {
    const marker = Marker.parse(JSON.parse(readFileSync(markerOf(folder), "utf8")));
    const { size, mtimeMs } = statSync(dataFileOf(folder));
    return marker.size === size && marker.modifiedMs === mtimeMs;
  } catch {
    return false;
  }
}

/** Returns the damaged files that were replaced, and the number of entries lost with them. */
export function damagedFilesIn(folder: string): { readonly files: readonly string[]; readonly lost: number } {
  const prefix = `${basename(dataFileOf(folder))}.damaged-`;
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  const reports = names.filter((name) => name.endsWith(".json"));
  return {
    files: names.filter((name) => !name.endsWith(".json")),
    lost: reports.reduce((sum, name) => sum + lostIn(join(folder, name)), 0),
  };
}

function lostIn(path: string): number {
  try {
    return Salvaged.parse(JSON.parse(readFileSync(path, "utf8"))).lost;
  } catch {
    return 0;
  }
}

const markerOf = (folder: string) => join(folder, "clean");

const unusable = (folder: string, message: string) =>
  new Failure("dependency", `the journal in ${folder} cannot be opened: ${message}`, { reason: "journal_failed" });
