import { readFileSync } from "node:fs";
import { GaffeError } from "./errors.ts";

/** What is uploaded: a file, or a text that is one. */
export interface Uploaded {
  readonly file_path?: string;
  readonly content?: string;
}

export function contentOf({ file_path: file, content }: Uploaded): string {
  if ((file === undefined) === (content === undefined))
    throw new GaffeError("pass either file_path or content", { field: "file_path" });
  // Spreadsheets begin their files with a byte order mark.
  return (file === undefined ? (content ?? "") : read(file)).replace(/^\uFEFF/, "");
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new GaffeError(`${file} cannot be read: ${(thrown as Error).message}`, { field: "file_path" }, thrown);
  }
}
