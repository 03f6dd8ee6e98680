import { readFileSync } from "node:fs";
import { GaffeError } from "./errors.ts";

/** Content to upload: a file name, or the text of a file. */
export interface Uploaded {
  readonly filePath?: string;
  readonly content?: string;
}

export function contentOf({ filePath: file, content }: Uploaded): string {
  if ((file === undefined) === (content === undefined))
    throw new GaffeError("pass either filePath or content", { field: "filePath" });
  // Spreadsheets write a byte order mark.
  return (file === undefined ? (content ?? "") : read(file)).replace(/^\uFEFF/, "");
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (thrown) {
    throw new GaffeError(`${file} cannot be read: ${(thrown as Error).message}`, { field: "filePath" }, thrown);
  }
}
