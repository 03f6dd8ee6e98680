import { Buffer } from "node:buffer";
import { createWriteStream } from "node:fs";
import { access, type FileHandle, mkdir, open, readdir, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { z } from "zod";
import { Failure, messageOf } from "../../../platform/failure.ts";
import type { NewResult, SavedResult, WriteBatch } from "../../ports/journal.ts";
import { headerBytes, magic } from "./write-result.ts";

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
  create(batch: WriteBatch, at: number): Promise<NewResult>;
  /** Returns undefined if the file is damaged or missing; a damaged one is renamed. */
  read(id: string): Promise<SavedResult | undefined>;
  remove(id: string): Promise<void>;
}

/** Results of write batches, one file each: see write-result.ts. */
export function createBatchFiles(folder: string, onDamage: (id: string, reason: string) => void): BatchFiles {
  return { create, read, remove };

  async function create({ id, members }: WriteBatch, at: number): Promise<NewResult> {
    const path = pathOf(folder, id);
    const part = `${path}.part`;
    const head = Buffer.from(JSON.stringify({ id, at, members }));
    const file = await refusable(async () => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      return open(part, "w+", 0o600);
    });
    let isSaved = false;
    return {
      location: { descriptor: file.fd, head },
      read: (from, to) => pieces(file, headerBytes + head.length + from, headerBytes + head.length + to),
      save: () =>
        refusable(async () => {
          await file.datasync();
          if (!(await isThere(part))) await copyDurably(file, part, folder);
          await rename(part, path);
          await syncFolder(folder);
          isSaved = true;
        }),
      async [Symbol.asyncDispose]() {
        await file.close();
        if (!isSaved) await unlink(part).catch(() => undefined);
      },
    };
  }

  async function read(id: string): Promise<SavedResult | undefined> {
    const path = pathOf(folder, id);
    try {
      await using opened = new AsyncDisposableStack();
      const file = opened.use(await open(path, "r"));
      const found = await readHead(file);
      if (found?.head.id === id && (await crcOf(file, found.start, found.end)) === found.crc) {
        const owned = opened.move();
        return {
          read: (from, to) => pieces(file, found.start + from, found.start + to),
          [Symbol.asyncDispose]: () => owned.disposeAsync(),
        };
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

/** Returns the batches whose files have an undamaged head, oldest first. Unfinished files are removed. */
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
    const head = await readHeadOf(path).catch(() => undefined);
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

async function readHeadOf(path: string): Promise<z.infer<typeof Head> | undefined> {
  await using file = await open(path, "r");
  return (await readHead(file))?.head;
}

/** Returns the head and the range of the result; undefined if header or head is damaged, or the length is wrong. */
async function readHead(file: FileHandle) {
  const header = Buffer.alloc(headerBytes);
  await file.read(header, 0, headerBytes, 0);
  if (magic.compare(header, 0, magic.length) !== 0) return undefined;
  if (crc32(header.subarray(0, 24)) !== header.readUInt32LE(24)) return undefined;
  const start = headerBytes + header.readUInt32LE(8);
  const end = start + header.readUInt32LE(12);
  if ((await file.stat()).size !== end) return undefined;
  const text = Buffer.alloc(start - headerBytes);
  await file.read(text, 0, text.length, headerBytes);
  if (crc32(text) !== header.readUInt32LE(16)) return undefined;
  return { head: Head.parse(JSON.parse(text.toString())), start, end, crc: header.readUInt32LE(20) };
}

async function crcOf(file: FileHandle, from: number, to: number): Promise<number> {
  let sum = 0;
  for await (const piece of pieces(file, from, to)) sum = crc32(piece, sum);
  return sum;
}

const pieceBytes = 2 ** 21;

async function* pieces(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const piece = Buffer.allocUnsafeSlow(Math.min(pieceBytes, to - at));
    const { bytesRead } = await file.read(piece, 0, piece.length, at);
    if (bytesRead === 0) throw new Failure("defect", "the result of a write batch ends early");
    at += bytesRead;
    yield piece.subarray(0, bytesRead);
  }
}

/** Converts file system errors to the Failure that makes the pipeline retry. */
async function refusable<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (thrown) {
    const facts = { reason: "journal_failed", retryAfterSeconds: 5 };
    const message = `the result of a write batch cannot be saved: ${messageOf(thrown)}`;
    throw new Failure("dependency", message, facts, thrown);
  }
}

/** If the journal's folder was removed, the open file still holds what was written. */
async function copyDurably(file: FileHandle, path: string, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const { size } = await file.stat();
  await pipeline(pieces(file, 0, size), createWriteStream(path, { mode: 0o600, flush: true }));
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, "r");
  await handle.sync();
}

function pathOf(folder: string, id: string): string {
  if (/^[\w-][\w.-]{0,199}$/.test(id) && !/\.(part|damaged)$/.test(id)) return join(folder, id);
  throw new Failure("defect", `a write batch cannot have the id ${JSON.stringify(id)}`);
}

const memberOf = ({ seq, items }: { seq: number; items?: number[] | undefined }) =>
  items === undefined ? { seq } : { seq, items };
