import { Buffer } from "node:buffer";
import { type FileHandle, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { Failure, messageOf } from "../../lib/failure.ts";
import type { WriteBatch } from "../../ports/journal.ts";

const magic = Buffer.from([0x89, 0x47, 0x66, 0x57, 0x42, 0x61, 0x0d, 0x01]);
const headerBytes = 32;
const Head = z.strictObject({
  id: z.string(),
  at: z.number(),
  members: z.array(z.strictObject({ seq: z.number(), items: z.array(z.number()).optional() })),
});

export interface StoredBatch {
  readonly batch: WriteBatch;
  readonly at: number;
}

interface BatchFiles {
  /** Resolves when a crash of the machine can no longer lose the result. */
  save(batch: WriteBatch, result: readonly Uint8Array[], at: number): Promise<void>;
  /** Undefined when the file is damaged or gone; a damaged one is renamed. */
  read(id: string): Promise<Uint8Array | undefined>;
  remove(id: string): Promise<void>;
}

/**
 * Results of write batches, one file each: magic (8 bytes), length of the head, length of the result, CRC-32 of head and
 * result, CRC-32 of the header (u32 each, little endian), four bytes reserved, the head as JSON, the result.
 */
export function createBatchFiles(folder: string, onDamage: (id: string, reason: string) => void): BatchFiles {
  return { save, read, remove };

  async function save(batch: WriteBatch, result: readonly Uint8Array[], at: number): Promise<void> {
    const path = pathOf(folder, batch.id);
    const part = `${path}.part`;
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeDurably(part, [...headOf(batch, result, at), ...result]);
      await rename(part, path);
      await syncFolder(folder);
    } catch (thrown) {
      await unlink(part).catch(() => undefined);
      const facts = { reason: "journal_failed", retryAfterSeconds: 5 };
      throw new Failure(
        "dependency",
        `the result of a write batch cannot be saved: ${messageOf(thrown)}`,
        facts,
        thrown,
      );
    }
  }

  async function read(id: string): Promise<Uint8Array | undefined> {
    const path = pathOf(folder, id);
    try {
      const handle = await open(path, "r");
      try {
        const bytes = await handle.readFile();
        const found = decode(bytes);
        if (found?.result && found.head.id === id) return found.result;
      } finally {
        await handle.close();
      }
      await rename(path, `${path}.damaged`);
      onDamage(id, "its checksum is wrong");
    } catch (thrown) {
      onDamage(id, messageOf(thrown));
    }
    return undefined;
  }

  async function remove(id: string): Promise<void> {
    await unlink(pathOf(folder, id)).catch((thrown: NodeJS.ErrnoException) => {
      if (thrown.code !== "ENOENT") throw thrown;
    });
  }
}

/** The batches whose files have an undamaged head, oldest first. Files that were never finished are removed. */
export async function readStoredBatches(
  folder: string,
  onDamage: (id: string, reason: string) => void,
  options: { readonly readOnly?: boolean } = {},
): Promise<StoredBatch[]> {
  const names = await readdir(folder).catch(() => [] as string[]);
  const found: StoredBatch[] = [];
  for (const name of names) {
    const path = join(folder, name);
    if (name.endsWith(".damaged")) continue;
    if (name.endsWith(".part")) {
      if (!options.readOnly) await unlink(path);
      continue;
    }
    const head = await readHead(path).catch(() => undefined);
    if (head) {
      const { id, at, members } = head;
      found.push({ batch: { id, members: members.map(memberOf) }, at });
      continue;
    }
    onDamage(name, "its head is damaged");
    if (!options.readOnly) await rename(path, `${path}.damaged`);
  }
  return found.sort((one, other) => one.at - other.at || (one.batch.id < other.batch.id ? -1 : 1));
}

function headOf(batch: WriteBatch, result: readonly Uint8Array[], at: number): Uint8Array[] {
  const head = Buffer.from(JSON.stringify({ id: batch.id, at, members: batch.members }));
  const header = Buffer.alloc(headerBytes);
  header.set(magic);
  header.writeUInt32LE(head.length, 8);
  header.writeUInt32LE(
    result.reduce((sum, { length }) => sum + length, 0),
    12,
  );
  header.writeUInt32LE(crc32(head), 16);
  header.writeUInt32LE(
    result.reduce((sum, bytes) => crc32(bytes, sum), 0),
    20,
  );
  header.writeUInt32LE(crc32(header.subarray(0, 24)), 24);
  return [header, head];
}

/** The head alone; `result` only when the file holds it undamaged. */
function decode(bytes: Buffer) {
  if (bytes.length < headerBytes || magic.compare(bytes, 0, 8) !== 0) return undefined;
  if (crc32(bytes.subarray(0, 24)) !== bytes.readUInt32LE(24)) return undefined;
  const end = headerBytes + bytes.readUInt32LE(8);
  const text = bytes.subarray(headerBytes, end);
  if (crc32(text) !== bytes.readUInt32LE(16)) return undefined;
  const head = Head.parse(JSON.parse(text.toString()));
  const length = bytes.readUInt32LE(12);
  const result = new Uint8Array(bytes.buffer, bytes.byteOffset + end, Math.max(0, bytes.length - end));
  const isWhole = result.length === length && crc32(result) === bytes.readUInt32LE(20);
  return isWhole ? { head, length, result } : { head, length };
}

async function readHead(path: string): Promise<z.infer<typeof Head> | undefined> {
  const handle = await open(path, "r");
  try {
    const header = Buffer.alloc(headerBytes);
    await handle.read(header, 0, headerBytes, 0);
    const { size } = await handle.stat();
    const start = Buffer.alloc(Math.min(size, headerBytes + header.readUInt32LE(8)));
    await handle.read(start, 0, start.length, 0);
    const found = decode(start);
    return found && size === start.length + found.length ? found.head : undefined;
  } finally {
    await handle.close();
  }
}

async function writeDurably(path: string, pieces: readonly Uint8Array[]): Promise<void> {
  const handle = await open(path, "w", 0o600);
  try {
    await writeAll(handle, pieces);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** `writev` may write less than it was given: the rest is written piece by piece. */
async function writeAll(handle: FileHandle, pieces: readonly Uint8Array[]): Promise<void> {
  const maxPieces = 512;
  for (let at = 0; at < pieces.length; at += maxPieces) {
    const group = pieces.slice(at, at + maxPieces).filter(({ length }) => length > 0);
    if (group.length === 0) continue;
    let { bytesWritten } = await handle.writev(group);
    for (const piece of group) {
      const written = Math.min(bytesWritten, piece.length);
      bytesWritten -= written;
      if (written < piece.length) await handle.writeFile(piece.subarray(written));
    }
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function pathOf(folder: string, id: string): string {
  if (/^[\w-][\w.-]{0,199}$/.test(id) && !/\.(part|damaged)$/.test(id)) return join(folder, id);
  throw new Failure("defect", `a write batch cannot have the id ${JSON.stringify(id)}`);
}

const memberOf = ({ seq, items }: { seq: number; items?: number[] | undefined }) =>
  items === undefined ? { seq } : { seq, items };
