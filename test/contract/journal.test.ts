import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { afterEach, describe, expect, test } from "vitest";
import { asProjectId, globalProject } from "../../src/domain/ids.ts";
import { Failure } from "../../src/lib/failure.ts";
import type { Batch } from "../../src/ports/admission.ts";
import type { Plan } from "../../src/ports/journal.ts";
import { type OpenJournal, openJournal } from "../../src/storage/journal/journal.ts";
import { temporaryFolder } from "../support/folder.ts";

const opened: OpenJournal[] = [];
afterEach(async () => {
  for (const journal of opened.splice(0)) await journal.close();
});

async function openIn(folder: string, options: { maxBytes?: number; reserveBytes?: number } = {}) {
  const journal = await openJournal({
    folder,
    maxBytes: options.maxBytes ?? 1e9,
    reserveBytes: options.reserveBytes ?? 0,
    now: () => 0,
  });
  opened.push(journal);
  return journal;
}

const trace = (n: number) => n.toString(16).padStart(32, "0");
const batch = (fields: Partial<Batch> = {}): Batch => ({
  projectId: globalProject,
  source: "otlp",
  signal: "traces",
  receivedAt: 1_790_000_000_000,
  traceIds: [trace(1)],
  bodyHash: "",
  bytes: new Uint8Array([1, 2, 3]),
  ...fields,
});
const plan = (id: string, members: Plan["members"]): Plan => ({ id, version: 1, members });

describe("the journal", () => {
  test("gives back what was appended, in order, also after it was opened again", async () => {
    using folder = temporaryFolder();
    const first = await openIn(folder.path);
    const { seq } = await first.journal.append(batch({ bytes: new Uint8Array([9, 8]) }));
    await first.journal.append(batch({ traceIds: [trace(2), trace(3)] }));
    await opened.pop()?.close();

    const { journal } = await openIn(folder.path);
    expect(journal.heads(0, 10).map((head) => head.traceIds)).toEqual([[trace(1)], [trace(2), trace(3)]]);
    expect(journal.read(seq)?.bytes).toEqual(new Uint8Array([9, 8]));
    expect(journal.size().entries).toBe(2);
  });

  test("knows a body it has seen, also while the first is under way", async () => {
    using folder = temporaryFolder();
    const { journal } = await openIn(folder.path);
    const answers = await Promise.all([1, 2, 3].map(() => journal.append(batch({ bodyHash: "same" }))));
    expect(answers.map((answer) => answer.repeated)).toEqual([false, true, true]);
    expect(journal.size().entries).toBe(1);
    const nextDay = batch({ bodyHash: "same", receivedAt: batch().receivedAt + 25 * 3_600_000 });
    expect((await journal.append(nextDay)).repeated).toBe(false);
  });

  test("frees an entry only when all its items are stored", async () => {
    using folder = temporaryFolder();
    const { journal, plans } = await openIn(folder.path);
    const { seq } = await journal.append(batch({ traceIds: [trace(1), trace(2), trace(3)] }));
    await plans.complete(plan("a", [{ seq, items: [0, 2] }]));
    expect(journal.heads(0, 10)[0]?.done).toEqual([0, 2]);
    await plans.complete(plan("b", [{ seq, items: [1] }]));
    expect(journal.heads(0, 10)).toEqual([]);
    expect(journal.size()).toEqual({ bytes: 0, entries: 0 });
  });

  test("keeps a saved plan until it is completed, and completing twice is harmless", async () => {
    using folder = temporaryFolder();
    const { journal, plans } = await openIn(folder.path);
    const { seq } = await journal.append(batch());
    const saved = plan("p", [{ seq }]);
    await plans.save(saved);
    await opened.pop()?.close();

    const again = await openIn(folder.path);
    expect(again.plans.pending()).toEqual([saved]);
    await again.plans.complete(saved);
    await again.plans.complete(saved);
    expect(again.plans.pending()).toEqual([]);
    expect(again.journal.size().entries).toBe(0);
  });

  test("refuses above its limit and takes again once something left", async () => {
    using folder = temporaryFolder();
    const { journal, plans } = await openIn(folder.path, { maxBytes: 3000 });
    const big = () => batch({ bytes: new Uint8Array(1000) });
    const { seq } = await journal.append(big());
    await journal.append(big());
    await expect(journal.append(big())).rejects.toMatchObject({ facts: { reason: "journal_full" } });
    await plans.complete(plan("p", [{ seq }]));
    await expect(journal.append(big())).resolves.toMatchObject({ repeated: false });
  });

  test("keeps what could not be stored, with its reason, per project", async () => {
    using folder = temporaryFolder();
    const { aside } = await openIn(folder.path);
    const item = {
      projectId: globalProject,
      traceId: trace(1),
      signal: "traces" as const,
      reason: "it is poison",
      at: 5,
    };
    await aside.put({ ...item, bytes: new Uint8Array(3) });
    expect(aside.list(globalProject, 5)).toEqual([{ ...item, id: "1" }]);
  });

  test("forgets of what was set aside what a deletion means: by trace, by a text it holds, by time; of one project", async () => {
    using folder = temporaryFolder();
    const { aside } = await openIn(folder.path);
    const other = asProjectId("other");
    const put = (n: number, text: string, projectId = globalProject) =>
      aside.put({
        projectId,
        traceId: trace(n),
        signal: "traces",
        reason: "",
        at: n,
        bytes: Buffer.from(`..${text}..`),
      });
    for (const [n, text] of [
      [1, "ann"],
      [2, "bob"],
      [3, "ann"],
      [4, "carl"],
    ] as const)
      await put(n, text);
    await put(1, "ann", other);
    const left = () => aside.list(globalProject, 9).map(({ at }) => at);
    expect(await aside.forget(globalProject, { traceIds: [trace(2), trace(9)] })).toBe(1);
    expect(await aside.forget(globalProject, { text: "nobody" })).toBe(0);
    expect(left()).toEqual([4, 3, 1]);
    expect(await aside.forget(globalProject, { text: "ann" })).toBe(2);
    expect(await aside.forget(globalProject, { before: 4 })).toBe(0);
    expect(await aside.forget(globalProject, { before: 5 })).toBe(1);
    expect([left(), aside.count(other)]).toEqual([[], 1]);
  });

  const tmpfs = mountTmpfs();
  test.skipIf(tmpfs === undefined)(
    "refuses on a full disk, loses nothing it acknowledged, and recovers alone (needs the right to mount a tmpfs)",
    async () => {
      if (tmpfs === undefined) return;
      using disk = tmpfs;
      await using held = { [Symbol.asyncDispose]: async () => opened.pop()?.close() };
      const { journal, plans } = await openIn(disk.path, { reserveBytes: 512 * 1024 });
      const acknowledged: number[] = [];
      let refusal: unknown;
      for (let i = 0; i < 2000 && refusal === undefined; i++) {
        try {
          acknowledged.push((await journal.append(batch({ bytes: new Uint8Array(4000).fill(i) }))).seq);
        } catch (error) {
          refusal = error;
        }
      }
      expect(refusal).toBeInstanceOf(Failure);
      expect(acknowledged.length).toBeGreaterThan(100);
      await plans.complete(
        plan(
          "p",
          acknowledged.slice(0, 50).map((seq) => ({ seq })),
        ),
      );
      await expect(journal.append(batch())).resolves.toMatchObject({ repeated: false });
      for (const [i, seq] of [...acknowledged.entries()].slice(50))
        expect(journal.read(seq)?.bytes.every((byte) => byte === i % 256)).toBe(true);
      expect(held).toBeDefined();
    },
  );

  test("a killed process loses no append it acknowledged", async () => {
    using folder = temporaryFolder();
    const script = new URL("../support/journal-appender.ts", import.meta.url).pathname;
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
    const { journal } = await openIn(folder.path);
    for (const seq of acknowledged) expect(journal.read(seq)?.bytes).toEqual(new Uint8Array(2000).fill(seq % 256));
    expect(acknowledged.length).toBeGreaterThan(150);
  });
});

/** A disk of 4 MB, where this process may mount one. */
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
