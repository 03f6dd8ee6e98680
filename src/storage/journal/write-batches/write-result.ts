import { Buffer } from "node:buffer";
import { ftruncateSync, writevSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { ResultLocation } from "../../ports/journal.ts";

/**
 * The file of a write batch: magic (8 bytes), length of the head, length of the result, CRC-32 of head and result,
 * CRC-32 of the header (u32 each, little endian), four bytes reserved, the head as JSON, the result.
 */
export const magic = Buffer.from([0x89, 0x47, 0x66, 0x57, 0x42, 0x61, 0x0d, 0x01]);
export const headerBytes = 32;

/**
 * Writes the result of a write batch, given in chunks, into its file, from any thread and without fsync, which the
 * file's `save` does. Throws file system errors, such as ENOSPC; the file is empty then.
 */
export function writeResult({ descriptor, head }: ResultLocation, pieces: readonly Uint8Array[]): void {
  ftruncateSync(descriptor, 0);
  try {
    writeAll(descriptor, [headerOf(head, pieces), head, ...pieces]);
  } catch (thrown) {
    ftruncateSync(descriptor, 0);
    throw thrown;
  }
}

function headerOf(head: Uint8Array, pieces: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(headerBytes);
  header.set(magic);
  header.writeUInt32LE(head.length, 8);
  header.writeUInt32LE(lengthOf(pieces), 12);
  header.writeUInt32LE(crc32(head), 16);
  header.writeUInt32LE(
    pieces.reduce((sum, bytes) => crc32(bytes, sum), 0),
    20,
  );
  header.writeUInt32LE(crc32(header.subarray(0, 24)), 24);
  return header;
}

/** One call may write less than it was given, so writes repeat. */
function writeAll(descriptor: number, pieces: readonly Uint8Array[]): void {
  let at = 0;
  for (let left = pieces.filter(({ length }) => length > 0); left.length > 0; ) {
    const written = writevSync(descriptor, left, at);
    at += written;
    left = after(left, written);
  }
}

function after(pieces: readonly Uint8Array[], written: number): Uint8Array[] {
  let skipped = written;
  return pieces.flatMap((piece) => {
    const from = Math.min(skipped, piece.length);
    skipped -= from;
    return from === piece.length ? [] : piece.subarray(from);
  });
}

const lengthOf = (pieces: readonly Uint8Array[]) => pieces.reduce((sum, { length }) => sum + length, 0);
