import { randomBytes } from "node:crypto";
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { Failure } from "../failure.ts";

/** Returns the key in a file that only its owner may read; creates it with 256 random bits if it is missing. */
export function readOrMakeKey(file: string): string {
  const found = readKey(file);
  if (found !== undefined) return found;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const made = randomBytes(32).toString("base64url");
  const handle = openSync(file, "wx", 0o600);
  try {
    writeSync(handle, `${made}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return made;
}

function readKey(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw new Failure("caller", `the key file ${file} cannot be read`, { file }, thrown);
  }
  if (text.length < 32) throw new Failure("caller", `the key file ${file} holds no key: restore it`, { file });
  return text;
}
