import { chmodSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Failure } from "../failure.ts";

/**
 * Locks `folder` for this process with SQLite's file lock, which the kernel releases when the process ends in any
 * way, and takes away the rights of other users of the machine. Throws Failure("caller") if another process holds the
 * lock, the folder is not writable, or others can read it and this process cannot change that.
 */
export function lockFolder(folder: string): Disposable {
  let database: DatabaseSync;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { mode } = statSync(folder);
    if ((mode & 0o077) !== 0) chmodSync(folder, mode & 0o700);
    database = new DatabaseSync(join(folder, "lock"));
    database.exec("PRAGMA journal_mode = DELETE; CREATE TABLE IF NOT EXISTS held (by INTEGER)");
  } catch (thrown) {
    if (isBusy(thrown)) throw inUse(folder, thrown);
    const what = `the data folder ${folder} must be writable, and only by the user that runs Gaffe`;
    throw new Failure("caller", what, { folder }, thrown);
  }
  try {
    database.exec("BEGIN EXCLUSIVE");
  } catch (thrown) {
    database.close();
    throw inUse(folder, thrown);
  }
  return { [Symbol.dispose]: () => database.close() };
}

/** SQLITE_BUSY: another process holds the lock. */
const isBusy = (thrown: unknown) => thrown instanceof Error && "errcode" in thrown && thrown.errcode === 5;

function inUse(folder: string, cause: unknown): Failure {
  return new Failure("caller", `another process is using the data folder ${folder}`, { folder }, cause);
}
