import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { decodeState, encodeState, type JournalState } from "./freed.ts";

const copyMs = 1_000;
const copyOf = (folder: string) => join(folder, "state-copy");

/**
 * Copies the journal's state to a separate file, once a second and without waiting for the disk: if the journal's
 * file is truncated, the copy tells which entries it held and which had left.
 */
export function createStateCopy(folder: string) {
  let copiedAt = 0;
  let copied: JournalState | undefined;
  return (state: JournalState, isLast = false): void => {
    if (state === copied || (!isLast && Date.now() - copiedAt < copyMs)) return;
    copiedAt = Date.now();
    try {
      writeFileSync(`${copyOf(folder)}.part`, encodeState(state));
      renameSync(`${copyOf(folder)}.part`, copyOf(folder));
      copied = state;
    } catch {
      // The copy only helps to count: only writes of the journal itself must succeed.
    }
  };
}

/** Returns the newer of the state in a damaged file and its copy. */
export function newestState(folder: string, found: JournalState | undefined): JournalState | undefined {
  const copy = readCopy(folder);
  if (!copy || (found && found.id !== copy.id)) return found;
  if (!found || copy.version > found.version) return copy;
  return { ...found, nextSeq: Math.max(found.nextSeq, copy.nextSeq) };
}

function readCopy(folder: string): JournalState | undefined {
  try {
    return decodeState(readFileSync(copyOf(folder)));
  } catch {
    return undefined;
  }
}
