import { Buffer } from "node:buffer";
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { decodeState, type JournalState, stateMagic } from "../freed.ts";
import {
  queueMagic,
  readHead,
  readHeader,
  readPayload,
  readQueueValue,
  recordHeaderBytes,
  recordMagic,
} from "../record.ts";

export interface ScanResult {
  readonly state: JournalState | undefined;
  /** Seqs that the file mentions, without an undamaged record. */
  readonly damaged: ReadonlySet<number>;
}

const chunkBytes = 8 * 2 ** 20;
const longestMagic = 8;
const maxValueBytes = 2 ** 20;

/**
 * Finds the undamaged records in a journal file without LMDB: it may be truncated, and its pages may be damaged. A
 * record is contiguous, even across several pages. Old copies of records are found too; `onRecord` is called once
 * per seq, with memory it owns. The file is not changed.
 */
export function scanFile(path: string, onRecord: (seq: number, record: Uint8Array) => void): ScanResult {
  const file = openSync(path, "r");
  try {
    return scan(file, fstatSync(file).size, onRecord);
  } finally {
    closeSync(file);
  }
}

function scan(file: number, size: number, onRecord: (seq: number, record: Uint8Array) => void): ScanResult {
  const found = new Set<number>();
  const damaged = new Set<number>();
  let state: JournalState | undefined;
  const chunk = Buffer.alloc(Math.min(size, chunkBytes + longestMagic));
  for (let start = 0; start < size; start += chunkBytes) {
    const length = readSync(file, chunk, 0, Math.min(chunk.length, size - start), start);
    const bytes = chunk.subarray(0, length);
    for (const at of positionsOf(stateMagic, bytes)) {
      const read = decodeState(readAt(file, start + at, maxValueBytes, size));
      if (read && read.version > (state?.version ?? -1)) state = read;
    }
    for (const at of positionsOf(recordMagic, bytes)) readRecord(start + at);
    for (const at of positionsOf(queueMagic, bytes)) {
      const queued = readQueueValue(readAt(file, start + at, maxValueBytes, size));
      if (queued && !found.has(queued.seq)) damaged.add(queued.seq);
    }
  }
  return { state, damaged };

  function readRecord(at: number): void {
    const header = readHeader(readAt(file, at, recordHeaderBytes, size));
    if (!header || found.has(header.seq)) return;
    const record = readAt(file, at, header.length, size);
    if (record.length === header.length && readHead(record, header.seq) && readPayload(record)) {
      found.add(header.seq);
      damaged.delete(header.seq);
      onRecord(header.seq, record);
    } else damaged.add(header.seq);
  }
}

function* positionsOf(magic: Buffer, bytes: Buffer): Generator<number> {
  for (let at = bytes.indexOf(magic); at !== -1 && at < chunkBytes; at = bytes.indexOf(magic, at + 1)) yield at;
}

function readAt(file: number, at: number, length: number, size: number): Uint8Array {
  const bytes = new Uint8Array(Math.max(0, Math.min(length, size - at)));
  let filled = 0;
  while (filled < bytes.length) {
    const read = readSync(file, bytes, filled, bytes.length - filled, at + filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
