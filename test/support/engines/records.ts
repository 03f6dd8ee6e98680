import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openRecords, type Records } from "../../../src/app/records/open.ts";
import { testBox } from "./sealed-box.ts";

/** Opens records in a new SQLite file, which is deleted when disposed. */
export async function temporaryRecords(): Promise<Records & { readonly file: string }> {
  const folder = mkdtempSync(join(tmpdir(), "gaffe-records-"));
  const file = join(folder, "records.sqlite");
  const records = await openRecords({ kind: "sqlite", file }, { box: testBox });
  const close = async () => {
    await records.close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { ...records, file, close, [Symbol.asyncDispose]: close };
}
