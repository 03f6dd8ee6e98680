import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import type { OpenJournal } from "../../src/storage/journal/journal.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { exportRequest, journals, traceId, writeBatch } from "./support/journal.ts";

const all = journals();
afterEach(() => all.close());

const entryCount = 200;
const payload = (seq: number) => {
  const bytes = new Uint8Array(3000 + seq * 20).fill(seq % 251);
  bytes.set(Buffer.from(`payload ${seq};`));
  return bytes;
};

async function filled(folder: string): Promise<void> {
  const { journal, writeBatches } = await all.open(folder);
  const seqs = Array.from({ length: entryCount }, (_, i) => i + 1);
  for (const seq of seqs) await journal.append(exportRequest({ traceIds: [traceId(seq)], bytes: payload(seq) }));
  await writeBatches.complete(
    writeBatch(
      "a",
      seqs.slice(0, 20).map((seq) => ({ seq })),
    ),
  );
  await all.close();
}

/** Returns the seqs of all readable entries; an altered entry fails the test. */
function readAll({ journal }: OpenJournal): number[] {
  const returned: number[] = [];
  for (const { seq, traceIds } of journal.heads(globalProject, 0, 1_000)) {
    const entry = journal.read(seq);
    if (!entry) continue;
    expect(traceIds).toEqual([traceId(seq)]);
    expect(Buffer.compare(entry.bytes, payload(seq))).toBe(0);
    returned.push(seq);
  }
  return returned;
}

const dataFile = (folder: string) => join(folder, "data.mdb");
const pageOf = (at: number) => Math.floor(at / 4096);
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i);

describe("a damaged journal", () => {
  test.each(["and the end was unclean", "and only reading finds it"])(
    "never returns an altered entry: one byte in each of 20 payloads, %s",
    async (how) => {
      using folder = temporaryFolder();
      await filled(folder.path);
      const before = statSync(dataFile(folder.path));
      const damaged = range(50, 69);
      flipIn(dataFile(folder.path), damaged);
      if (how.includes("unclean")) rmSync(join(folder.path, "clean"));
      else markClean(folder.path, before.size);
      const opened = await all.open(folder.path);
      readAll(opened);
      await expect.poll(() => opened.journal.damaged().records).toBe(20);
      expect(readAll(opened)).toEqual([...range(21, 49), ...range(70, entryCount)]);
      expect(opened.journal.size().entries).toBe(160);
      expect(opened.journal.backlog()[0]?.entries).toBe(160);
      expect(all.problems.filter((problem) => problem.includes("is damaged"))).toHaveLength(20);
      await opened.journal.append(
        exportRequest({ traceIds: [traceId(entryCount + 1)], bytes: payload(entryCount + 1) }),
      );
      await all.close();
      const again = await all.open(folder.path);
      expect(again.journal.damaged().records).toBe(20);
      expect(readAll(again)).toHaveLength(161);
    },
  );

  test.each([
    ["the first meta page", (path: string) => fill(path, 0, 4096)],
    ["both meta pages", (path: string) => fill(path, 0, 8192)],
    ["one byte of each meta page", (path: string) => flipAt(path, [26, 4096 + 26])],
    ["everything, with zeros", (path: string) => fill(path, 0, statSync(path).size)],
  ])("does not stop the start when %s is damaged", async (what, damage) => {
    using folder = temporaryFolder();
    await filled(folder.path);
    damage(dataFile(folder.path));
    const opened = await all.open(folder.path);
    const isEmpty = what.includes("everything");
    expect(readAll(opened)).toEqual(isEmpty ? [] : range(21, entryCount));
    const { seq } = await opened.journal.append(exportRequest());
    expect(seq).toBe(entryCount + 1);
    if (isEmpty) expect(opened.journal.damaged().records).toBe(180);
    if (isEmpty) return;
    expect(all.problems.join()).toMatch(
      /was damaged \(.*180 entries were salvaged, 0 are lost; the damaged file is now/,
    );
    expect(opened.journal.damaged()).toEqual({
      records: 0,
      writeBatches: 0,
      files: [expect.stringMatching(/damaged/)],
    });
  });

  test("does not stop the start when every page header is damaged", async () => {
    using folder = temporaryFolder();
    await filled(folder.path);
    const path = dataFile(folder.path);
    const payloads = new Set(recordsOf(path).flatMap(({ at, end }) => range(pageOf(at) + 1, pageOf(end))));
    for (let page = 2; page < pageOf(statSync(path).size); page++) {
      if (!payloads.has(page)) fill(path, page * 4096, 24, 0xff);
    }
    const opened = await all.open(folder.path);
    const returned = readAll(opened);
    expect(returned).toEqual(range(21, entryCount));
    expect(all.problems.join()).toContain("180 entries were salvaged, 0 are lost");
  });

  test("returns what is in the first half of a truncated file, and counts the rest", async () => {
    using folder = temporaryFolder();
    await filled(folder.path);
    const path = dataFile(folder.path);
    truncateSync(path, Math.floor(statSync(path).size / 2));
    const inside = new Set(
      recordsOf(path)
        .filter(({ isWhole }) => isWhole)
        .map(({ seq }) => seq),
    );
    const opened = await all.open(folder.path);
    const returned = readAll(opened);
    expect(returned.length).toBeGreaterThan(20);
    expect(returned).toEqual([...inside].filter((seq) => seq > 20).sort((a, b) => a - b));
    expect(all.problems.join()).toContain(`${returned.length} entries were salvaged`);
    expect(opened.journal.damaged().records).toBe(180 - returned.length);
    expect((await opened.journal.append(exportRequest())).seq).toBe(entryCount + 1);
  });

  test("crashes no process, regardless of the damaged bytes", { timeout: 120_000 }, async () => {
    using folder = temporaryFolder();
    await filled(folder.path);
    const whole = readFileSync(dataFile(folder.path));
    let random = 42;
    const next = (below: number) => {
      random = (random * 1_103_515_245 + 12_345) % 2 ** 31;
      return random % below;
    };
    for (let round = 0; round < 8; round++) {
      for (const name of readdirSync(folder.path)) rmSync(join(folder.path, name), { recursive: true });
      const bytes = Buffer.from(whole);
      for (let n = 0; n < 60; n++) bytes[next(bytes.length)] = next(256);
      writeFileSync(dataFile(folder.path), bytes);
      const opened = await all.open(folder.path);
      expect(readAll(opened).length).toBeGreaterThan(60);
      await expect
        .poll(() => opened.journal.append(exportRequest()).catch(() => undefined), { timeout: 20_000 })
        .toMatchObject({ repeated: false });
      await all.close();
    }
  });
});

describe("a journal whose folder is moved", () => {
  test("rejects appends while it is unavailable, and resumes when it is back", async () => {
    using folder = temporaryFolder();
    const journalFolder = join(folder.path, "journal");
    const { journal } = await all.open(journalFolder);
    await journal.append(exportRequest());
    renameSync(journalFolder, `${journalFolder}-away`);
    await expect(journal.append(exportRequest())).rejects.toMatchObject({
      blame: "dependency",
      facts: { reason: "journal_failed", retryAfterSeconds: expect.any(Number) },
    });
    expect(journal.refusal()?.reason).toBe("journal_failed");
    renameSync(`${journalFolder}-away`, journalFolder);
    await expect.poll(() => journal.append(exportRequest()).catch(() => undefined)).toMatchObject({ seq: 2 });
    await expect.poll(() => journal.refusal(), { timeout: 5_000 }).toBeUndefined();
    expect(journal.size().entries).toBe(2);
  });

  test("is opened anew when another stays in its place", { timeout: 60_000 }, async () => {
    using folder = temporaryFolder();
    const journalFolder = join(folder.path, "journal");
    const { journal } = await all.open(journalFolder);
    await journal.append(exportRequest());
    renameSync(journalFolder, `${journalFolder}-away`);
    mkdirSync(journalFolder);
    await expect
      .poll(() => journal.append(exportRequest()).catch(() => undefined), { timeout: 30_000 })
      .toMatchObject({ repeated: false });
    expect([journal.size().entries, existsSync(dataFile(journalFolder))]).toEqual([1, true]);
    expect(journal.heads(globalProject, 0, 5)).toHaveLength(1);
  });
});

/** Returns the positions of the records in the file, found by the magic bytes of records. */
function recordsOf(path: string): { seq: number; at: number; end: number; isWhole: boolean }[] {
  const bytes = readFileSync(path);
  const magic = Buffer.from([0x89, 0x47, 0x66, 0x4a, 0x72, 0x6e, 0x0d, 0x02]);
  const records = [];
  for (let at = bytes.indexOf(magic); at !== -1; at = bytes.indexOf(magic, at + 1)) {
    const length = 36 + bytes.readUInt32LE(at + 16) + bytes.readUInt32LE(at + 20);
    const end = at + length;
    records.push({ seq: bytes.readDoubleLE(at + 8), at, end, isWhole: end <= bytes.length });
  }
  return records;
}

function flipIn(path: string, seqs: readonly number[]): void {
  const records = recordsOf(path).filter(({ seq }) => seqs.includes(seq));
  flipAt(
    path,
    records.map(({ at }) => at + 1_500),
  );
}

function flipAt(path: string, positions: readonly number[]): void {
  const file = openSync(path, "r+");
  for (const position of positions) {
    const byte = Buffer.alloc(1);
    readSync(file, byte, 0, 1, position);
    writeSync(file, Buffer.from([(byte[0] ?? 0) ^ 0x40]), 0, 1, position);
  }
  closeSync(file);
}

function fill(path: string, at: number, length: number, value = 0): void {
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(length, value), 0, length, at);
  closeSync(file);
}

/** Imitates a disk that altered bytes without changing the modification time. */
function markClean(folder: string, size: number): void {
  writeFileSync(join(folder, "clean"), JSON.stringify({ size, modifiedMs: statSync(dataFile(folder)).mtimeMs }));
}
