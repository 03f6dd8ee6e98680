import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { Failure } from "../../src/platform/failure.ts";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { writeResult } from "../../src/storage/journal/write-batches/write-result.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { exportRequest, journals, resultBytes, saveResult, traceId, writeBatch } from "./support/journal.ts";

const all = journals();
afterEach(() => all.close());
const other = asProjectId("other");

describe("the journal", () => {
  test("returns what was appended, in order, also after it was opened again", async () => {
    using folder = temporaryFolder();
    const first = await all.open(folder.path);
    const { seq } = await first.journal.append(exportRequest({ bytes: new Uint8Array([9, 8]) }));
    await first.journal.append(exportRequest({ traceIds: [traceId(2), traceId(3)] }));
    await all.close();

    const { journal } = await all.open(folder.path);
    const heads = journal.heads(globalProject, 0, 10);
    expect(heads.map((head) => head.traceIds)).toEqual([[traceId(1)], [traceId(2), traceId(3)]]);
    expect(heads[0]).toEqual({ ...withoutBytes(), seq, payloadBytes: 2, done: [], again: [] });
    expect(journal.read(seq)).toEqual({ ...withoutBytes(), seq, payloadBytes: 2, bytes: new Uint8Array([9, 8]) });
    expect(journal.size()).toMatchObject({ entries: 2, maxBytes: 1e9 });
  });

  test("returns large entries whole, up to tens of megabytes, and their heads", async () => {
    using folder = temporaryFolder();
    const { journal } = await all.open(folder.path);
    const sizes = [33_000, 1_000_000, 20_000_000];
    for (const size of sizes) await journal.append(exportRequest({ bytes: new Uint8Array(size).fill(size % 251) }));
    const heads = journal.heads(globalProject, 0, 10);
    expect(heads.map(({ payloadBytes, traceIds }) => [payloadBytes, traceIds])).toEqual(
      sizes.map((size) => [size, [traceId(1)]]),
    );
    for (const { seq, payloadBytes } of heads) {
      const bytes = journal.read(seq)?.bytes;
      expect([bytes?.length, bytes?.every((byte) => byte === payloadBytes % 251)]).toEqual([payloadBytes, true]);
      expect(bytes?.buffer.byteLength).toBe(payloadBytes);
    }
  });

  test("queues each project separately and knows the backlog of each", async () => {
    using folder = temporaryFolder();
    const { journal } = await all.open(folder.path);
    for (let n = 1; n <= 6; n++) {
      await journal.append(exportRequest({ projectId: n % 2 === 0 ? other : globalProject, receivedAt: n }));
    }
    expect(journal.heads(other, 0, 10).map(({ receivedAt }) => receivedAt)).toEqual([2, 4, 6]);
    const [, second] = journal.heads(globalProject, 0, 2);
    expect(journal.heads(globalProject, second?.seq ?? 0, 10).map(({ receivedAt }) => receivedAt)).toEqual([5]);
    const backlog = [
      { projectId: globalProject, entries: 3, bytes: 9, oldestAt: 1 },
      { projectId: other, entries: 3, bytes: 9, oldestAt: 2 },
    ];
    expect(journal.backlog()).toEqual(backlog);
    await all.close();
    const again = await all.open(folder.path);
    expect(again.journal.backlog()).toEqual(expect.arrayContaining(backlog));
    await again.writeBatches.complete(writeBatch("a", [{ seq: 2 }]));
    expect(again.journal.backlog()).toContainEqual({ projectId: other, entries: 2, bytes: 6, oldestAt: 4 });
  });

  test("recognises a body it has seen, also while the first is being written", async () => {
    using folder = temporaryFolder();
    const { journal } = await all.open(folder.path);
    const same = () => journal.append(exportRequest({ bodyHash: "same" }));
    expect((await Promise.all([same(), same(), same()])).map(({ repeated }) => repeated)).toEqual([false, true, true]);
    expect(journal.size().entries).toBe(1);
    const nextDay = exportRequest({ bodyHash: "same", receivedAt: exportRequest().receivedAt + 25 * 3_600_000 });
    expect((await journal.append(nextDay)).repeated).toBe(false);
  });

  test("frees an entry only when all its items are stored, and never uses a seq again", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches } = await all.open(folder.path);
    const { seq } = await journal.append(exportRequest({ traceIds: [traceId(1), traceId(2), traceId(3)] }));
    await writeBatches.complete(writeBatch("a", [{ seq, items: [0, 2] }]));
    expect(journal.heads(globalProject, 0, 10)[0]?.done).toEqual([0, 2]);
    await writeBatches.complete(writeBatch("b", [{ seq, items: [1] }]));
    expect(journal.heads(globalProject, 0, 10)).toEqual([]);
    expect(journal.size()).toEqual({ bytes: 0, entries: 0, maxBytes: 1e9 });
    await all.close();
    const again = await all.open(folder.path);
    expect((await again.journal.append(exportRequest())).seq).toBe(seq + 1);
  });

  test("keeps strikes of a trace over a restart, and forgets them with the entry", async () => {
    using folder = temporaryFolder();
    const first = await all.open(folder.path);
    const { seq } = await first.journal.append(exportRequest());
    const strike = { seq, traceId: traceId(1), step: "the check a", reason: "did not finish within 10 s" };
    await first.journal.addStrike(strike);
    await first.journal.addStrike({ ...strike, step: "read its spans" });
    await all.close();
    const second = await all.open(folder.path);
    expect(second.journal.strikes()).toEqual([strike, { ...strike, step: "read its spans" }]);
    await second.writeBatches.complete({ id: "b", members: [{ seq }] });
    await second.journal.addStrike(strike);
    expect(second.journal.strikes()).toEqual([]);
  });

  test("rejects appends above its limit with a reason, and accepts again once entries left", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches } = await all.open(folder.path, { maxBytes: 2500 });
    const big = () => exportRequest({ bytes: new Uint8Array(1000) });
    const { seq } = await journal.append(big());
    await journal.append(big());
    await expect(journal.append(big())).rejects.toMatchObject({ facts: { reason: "journal_full" } });
    await writeBatches.complete(writeBatch("p", [{ seq }]));
    await expect(journal.append(big())).resolves.toMatchObject({ repeated: false });
    expect(journal.refusal()).toBeUndefined();
  });

  const tmpfs = mountTmpfs();
  test.skipIf(tmpfs === undefined)(
    "refuses on a full disk, loses nothing it acknowledged, and recovers alone (needs the right to mount a tmpfs)",
    async () => {
      if (tmpfs === undefined) return;
      using disk = tmpfs;
      await using closed = { [Symbol.asyncDispose]: () => all.close() };
      const { journal, writeBatches } = await all.open(disk.path, { reserveBytes: 512 * 1024 });
      const acknowledged: number[] = [];
      let refusal: unknown;
      for (let i = 0; i < 2000 && refusal === undefined; i++) {
        try {
          acknowledged.push((await journal.append(exportRequest({ bytes: new Uint8Array(4000).fill(i) }))).seq);
        } catch (error) {
          refusal = error;
        }
      }
      expect(refusal).toBeInstanceOf(Failure);
      expect(acknowledged.length).toBeGreaterThan(100);
      expect(journal.refusal()?.reason).toBe("journal_full");
      const tooMuch = saveResult(writeBatches, writeBatch("large", [{ seq: 1 }]), new Uint8Array(4 * 2 ** 20));
      await expect(tooMuch).rejects.toMatchObject({ code: "ENOSPC" });
      expect(readdirSync(join(disk.path, "write-batches"))).toEqual([]);
      const first = acknowledged.slice(0, 50).map((seq) => ({ seq }));
      await writeBatches.complete(writeBatch("p", first));
      await expect(journal.append(exportRequest())).resolves.toMatchObject({ repeated: false });
      expect(journal.refusal()).toBeUndefined();
      for (const [i, seq] of [...acknowledged.entries()].slice(50))
        expect(journal.read(seq)?.bytes.every((byte) => byte === i % 256)).toBe(true);
      expect(closed).toBeDefined();
    },
  );

  test("a killed process loses no append it acknowledged", async () => {
    using folder = temporaryFolder();
    const script = new URL("./support/journal-appender.ts", import.meta.url).pathname;
    const acknowledged: number[] = [];
    for (let round = 0; round < 3; round++) {
      const child = spawn(process.execPath, [script, folder.path], { stdio: ["ignore", "pipe", "inherit"] });
      let text = "";
      child.stdout.on("data", (chunk: Buffer) => {
        text += chunk.toString();
        if (text.split("\n").length > 60) child.kill("SIGKILL");
      });
      await once(child, "close");
      acknowledged.push(...text.split("\n").slice(0, -1).map(Number));
    }
    const { journal } = await all.open(folder.path);
    for (const seq of acknowledged) expect(journal.read(seq)?.bytes).toEqual(new Uint8Array(2000).fill(seq % 256));
    expect(acknowledged.length).toBeGreaterThan(150);
    expect(journal.damaged()).toEqual({ records: 0, writeBatches: 0, files: [] });
  });
});

describe("results of write batches", () => {
  const saved = async (folder: string, result: readonly Uint8Array[], id = "p") => {
    const { journal, writeBatches } = await all.open(folder);
    const { seq } = await journal.append(exportRequest());
    const batch = writeBatch(id, [{ seq, items: [0] }]);
    await saveResult(writeBatches, batch, ...result);
    return batch;
  };

  test("are there after a stop until the batch is completed, and completing twice is harmless", async () => {
    using folder = temporaryFolder();
    const batch = await saved(folder.path, [new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([3])]);
    await all.close();
    const { journal, writeBatches } = await all.open(folder.path);
    expect(writeBatches.pending()).toEqual([batch]);
    await using result = await writeBatches.result("p");
    expect(result && (await resultBytes(result, 3))).toEqual(new Uint8Array([1, 2, 3]));
    await writeBatches.complete(batch);
    await writeBatches.complete(batch);
    expect([writeBatches.pending(), journal.size().entries]).toEqual([[], 0]);
    expect(readdirSync(join(folder.path, "write-batches"))).toEqual([]);
  });

  test("can be read in parts, also when the file was removed in between", async () => {
    using folder = temporaryFolder();
    const { writeBatches } = await all.open(folder.path);
    const bytes = Uint8Array.from({ length: 3 * 2 ** 20 }, (_, index) => index % 251);
    const batch = writeBatch("p", [{ seq: 1 }]);
    await using file = await writeBatches.create(batch);
    writeResult(file.location, [bytes.subarray(0, 10), bytes.subarray(10)]);
    await file.save();
    await using saved = await writeBatches.result("p");
    await writeBatches.complete(batch);
    for (const [from, to] of [
      [0, bytes.length],
      [5, 15],
      [2 ** 20 - 3, 2 ** 21 + 7],
      [9, 9],
    ] as const)
      for (const { read } of [file, saved ?? file])
        expect((await buffer(read(from, to))).equals(bytes.subarray(from, to))).toBe(true);
  });

  test("are saved whole when the journal's folder was lost after they were written", async () => {
    using folder = temporaryFolder();
    const { writeBatches } = await all.open(folder.path);
    await using file = await writeBatches.create(writeBatch("p", [{ seq: 1 }]));
    writeResult(file.location, [new Uint8Array(2 ** 20).fill(7)]);
    rmSync(join(folder.path, "write-batches"), { recursive: true });
    await file.save();
    await using saved = await writeBatches.result("p");
    expect(saved && (await resultBytes(saved, 2 ** 20))).toEqual(new Uint8Array(2 ** 20).fill(7));
  });

  test("that are written twice return the second result, and unsaved ones leave nothing", async () => {
    using folder = temporaryFolder();
    const { writeBatches } = await all.open(folder.path);
    const file = await writeBatches.create(writeBatch("p", [{ seq: 1 }]));
    writeResult(file.location, [new Uint8Array(100)]);
    writeResult(file.location, [Uint8Array.of(1, 2)]);
    await file.save();
    await file[Symbol.asyncDispose]();
    await using saved = await writeBatches.result("p");
    expect(saved && (await resultBytes(saved, 2))).toEqual(Uint8Array.of(1, 2));
    await (await writeBatches.create(writeBatch("q", [{ seq: 2 }])))[Symbol.asyncDispose]();
    expect(readdirSync(join(folder.path, "write-batches"))).toEqual(["p"]);
  });

  test("are not repeated when the process ended between completing a batch and removing its file", async () => {
    using folder = temporaryFolder();
    const batch = await saved(folder.path, [new Uint8Array(100)]);
    const file = join(folder.path, "write-batches", batch.id);
    const bytes = readFileSync(file);
    const { writeBatches } = await all.open(folder.path);
    await writeBatches.complete(batch);
    await all.close();
    writeFileSync(file, bytes);
    const again = await all.open(folder.path);
    expect(again.writeBatches.pending()).toEqual([]);
    expect(existsSync(file)).toBe(false);
  });

  test.each([
    ["one byte of the result", (path: string) => flip(path, -10)],
    ["one byte of the head", (path: string) => flip(path, 40)],
    ["the end", (path: string) => truncateSync(path, 100)],
  ])("are not believed when %s is damaged", async (_, damage) => {
    using folder = temporaryFolder();
    await saved(folder.path, [new Uint8Array(1000).fill(7)]);
    await all.close();
    damage(join(folder.path, "write-batches", "p"));
    const { journal, writeBatches } = await all.open(folder.path);
    const [pending] = writeBatches.pending();
    if (pending) expect(await writeBatches.result(pending.id)).toBeUndefined();
    expect(journal.damaged().writeBatches).toBe(1);
    expect(all.problems.join()).toContain("write batch p is damaged");
    expect(journal.heads(globalProject, 0, 5)).toHaveLength(1);
  });
});

const withoutBytes = () => {
  const { bytes: _, ...head } = exportRequest();
  return head;
};

function flip(path: string, at: number): void {
  const bytes = readFileSync(path);
  const offset = at < 0 ? bytes.length + at : at;
  bytes[offset] = (bytes[offset] ?? 0) ^ 0xff;
  writeFileSync(path, bytes);
}

/** Mounts a disk of 4 MB, if this process may mount one. */
function mountTmpfs(): (Disposable & { readonly path: string }) | undefined {
  const folder = temporaryFolder();
  const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder.path]).status === 0;
  if (!mounted) {
    folder[Symbol.dispose]();
    return undefined;
  }
  return {
    path: folder.path,
    [Symbol.dispose]() {
      spawnSync("umount", [folder.path]);
      folder[Symbol.dispose]();
    },
  };
}
