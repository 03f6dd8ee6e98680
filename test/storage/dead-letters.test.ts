import { afterEach, describe, expect, test } from "vitest";
import { asProjectId, globalProject } from "../../src/platform/ids.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { exportRequest, journals, traceId, writeBatch } from "./support/journal.ts";

const all = journals();
afterEach(() => all.close());
const other = asProjectId("other");

describe("the dead-letter queue", () => {
  /** Appends an entry of three items: the first is stored, the second is a dead letter, the third waits. */
  async function withLetter(folder: string) {
    const opened = await all.open(folder, { now: () => 50 });
    const traceIds = [traceId(1), traceId(2), traceId(3)];
    const { seq } = await opened.journal.append(exportRequest({ traceIds, bytes: Buffer.from("..ann..") }));
    const dead = { seq, items: [1], traceId: traceId(2), reason: "it is poison" };
    await opened.writeBatches.complete(writeBatch("a", [{ seq, items: [0, 1] }]), [dead]);
    return { ...opened, seq, dead };
  }

  test("stores a reference with its reason, and the entry leaves its queue but not the journal", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches, deadLetters, seq, dead } = await withLetter(folder.path);
    expect(journal.heads(globalProject, 0, 5)[0]?.done).toEqual([0, 1]);
    await writeBatches.complete(writeBatch("b", [{ seq, items: [2] }]));
    expect([journal.heads(globalProject, 0, 5), journal.backlog(), journal.size().entries]).toEqual([[], [], 1]);
    const letter = { ...dead, projectId: globalProject, signal: "traces", at: 50, attempts: 1, bytes: 7 };
    const expected = { items: [{ ...letter, id: expect.any(String) }] };
    expect(deadLetters.list(globalProject, { limit: 5 })).toEqual(expected);
    expect([deadLetters.count(), deadLetters.count(other)]).toEqual([
      { letters: 1, bytes: 7, oldestAt: 50 },
      { letters: 0, bytes: 0 },
    ]);
    expect(journal.read(seq)?.bytes).toHaveLength(7);
    await all.close();
    const again = await all.open(folder.path);
    expect(again.deadLetters.list(globalProject, { limit: 5 })).toEqual(expected);
    expect([again.deadLetters.count(), again.journal.size().entries]).toEqual([
      { letters: 1, bytes: 7, oldestAt: 50 },
      1,
    ]);
    expect(again.journal.backlog()).toEqual([]);
  });

  test("releases dead letters for processing, and remembers how often that failed", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches, deadLetters, seq, dead } = await withLetter(folder.path);
    await writeBatches.complete(writeBatch("b", [{ seq, items: [2] }]));
    expect(await deadLetters.release({ project: other })).toEqual([]);
    const released = await deadLetters.release({ project: globalProject });
    expect(released.map((head) => [head.seq, head.done])).toEqual([[seq, [0, 2]]]);
    expect(journal.heads(globalProject, 0, 5)).toEqual(released);
    expect([deadLetters.count().letters, journal.backlog()[0]?.entries]).toEqual([0, 1]);
    await writeBatches.complete(writeBatch("c", [{ seq, items: [1] }]), [dead]);
    const [letter] = deadLetters.list(globalProject, { limit: 5 }).items;
    expect(letter).toMatchObject({ attempts: 2, at: 50 });
    await deadLetters.release({ ids: [letter?.id ?? "", "99.99", "not an id"] });
    await writeBatches.complete(writeBatch("d", [{ seq, items: [1] }]));
    expect([journal.size().entries, deadLetters.count().letters]).toEqual([0, 0]);
  });

  test("deletes dead letters permanently, only of the given project", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches, deadLetters, seq } = await withLetter(folder.path);
    const [{ id } = { id: "" }] = deadLetters.list(globalProject, { limit: 1 }).items;
    expect(await deadLetters.remove(other, [id])).toBe(0);
    expect(await deadLetters.remove(globalProject, [id, id])).toBe(1);
    expect([deadLetters.count().letters, journal.size().entries]).toEqual([0, 1]);
    await writeBatches.complete(writeBatch("b", [{ seq, items: [2] }]));
    expect(journal.size().entries).toBe(0);
  });

  test("removes what a deletion covers: by trace, by a text it contains, by time; of one project", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches, deadLetters } = await all.open(folder.path);
    const put = async (n: number, text: string, projectId = globalProject) => {
      const fields = { traceIds: [traceId(n)], bytes: Buffer.from(`..${text}..`), receivedAt: n, projectId };
      const { seq } = await journal.append(exportRequest(fields));
      const dead = { seq, items: [0], traceId: traceId(n), reason: "" };
      await writeBatches.complete(writeBatch(`b${n}`, [{ seq }]), [dead]);
    };
    for (const [n, text] of [
      [1, "ann"],
      [2, "bob"],
      [3, "ann"],
      [4, "carl"],
    ] as const)
      await put(n, text);
    await put(1, "ann", other);
    const left = () => deadLetters.list(globalProject, { limit: 9 }).items.map((letter) => letter.traceId);
    expect(await deadLetters.erase(globalProject, { traceIds: [traceId(2), traceId(9)] })).toBe(1);
    expect(await deadLetters.erase(globalProject, { text: "nobody" })).toBe(0);
    expect(left()).toEqual([traceId(4), traceId(3), traceId(1)]);
    expect(await deadLetters.erase(globalProject, { text: "ann" })).toBe(2);
    expect(await deadLetters.erase(globalProject, { before: 4 })).toBe(0);
    expect(await deadLetters.erase(globalProject, { before: 5 })).toBe(1);
    expect([left(), deadLetters.count(other).letters, journal.size().entries]).toEqual([[], 1, 1]);
  });

  test("never drops for count: 3,000 dead letters, listed in pages", async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches, deadLetters } = await all.open(folder.path);
    const seqs = await Promise.all(
      Array.from({ length: 3_000 }, async () => (await journal.append(exportRequest())).seq),
    );
    const dead = seqs.map((seq) => ({ seq, items: [0], traceId: traceId(1), reason: "no" }));
    await writeBatches.complete(
      writeBatch(
        "a",
        seqs.map((seq) => ({ seq })),
      ),
      dead,
    );
    const listed: number[] = [];
    let cursor: string | undefined;
    do {
      const page = deadLetters.list(globalProject, { limit: 700, ...(cursor === undefined ? {} : { cursor }) });
      listed.push(...page.items.map(({ seq }) => seq));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(listed).toEqual([...seqs].sort((one, two) => two - one));
    expect(deadLetters.count(globalProject)).toMatchObject({ letters: 3_000, bytes: 9_000 });
    expect(await deadLetters.release({})).toHaveLength(3_000);
    expect([deadLetters.count().letters, journal.heads(globalProject, 0, 5_000).length]).toEqual([0, 3_000]);
  });
});
