import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTestRecords, type TestRecords } from "./open-records.ts";
import { testBox } from "./sealed-box.ts";

/** Opens records in a new SQLite file, which is deleted when disposed. */
export async function temporaryRecords(): Promise<TestRecords & { readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-records-"));
  const file = join(folder, "records.sqlite");
  const records = await openTestRecords({ kind: "sqlite", file }, { box: testBox });
  const close = async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...records, file, close, [Symbol.asyncDispose]: close };
}
