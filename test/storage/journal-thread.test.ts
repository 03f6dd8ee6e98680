import { Worker } from "node:worker_threads";
import { afterEach, describe, expect, test, vi } from "vitest";
import { globalProject } from "../../src/platform/ids.ts";
import { temporaryFolder } from "../support/service/folder.ts";
import { exportRequest, journals, writeBatch } from "./support/journal.ts";

const all = journals();
const threads: Worker[] = [];
// oxlint-disable-next-line typescript/unbound-method -- called with the thread as `this`
const post = Worker.prototype.postMessage;
vi.spyOn(Worker.prototype, "postMessage").mockImplementation(function (this: Worker, ...args) {
  if (!threads.includes(this)) threads.push(this);
  Reflect.apply(post, this, args);
});
afterEach(async () => {
  await all.close();
  threads.length = 0;
});

describe("the journal's writing thread", () => {
  test("is restarted when it ends: acknowledged requests are stored, others were rejected", {
    timeout: 120_000,
  }, async () => {
    using folder = temporaryFolder();
    const { journal, writeBatches } = await all.open(folder.path);
    const acknowledged: number[] = [];
    const refused: unknown[] = [];
    const send = async (n: number) => {
      try {
        acknowledged.push((await journal.append(exportRequest({ bytes: new Uint8Array(4_000).fill(n) }))).seq);
      } catch (error) {
        refused.push(error);
      }
    };
    for (let round = 0; round < 4; round++) {
      const sending = Array.from({ length: 200 }, (_, n) => send(n));
      await new Promise((resolve) => setTimeout(resolve, round * 3));
      // Inside a transaction, the LMDB binding never lets a thread end: it is then given up.
      void threads.at(-1)?.terminate();
      await Promise.all(sending);
      await expect.poll(() => journal.refusal(), { timeout: 30_000 }).toBeUndefined();
      await send(round);
    }
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) {
      expect(error).toMatchObject({ blame: "dependency", facts: { reason: "journal_failed", retryAfterSeconds: 5 } });
    }
    expect(all.problems.join()).toMatch(/thread ended and is started again|answers nothing and is replaced/);
    for (const seq of acknowledged) expect(journal.read(seq)?.bytes).toHaveLength(4_000);
    const [head] = journal.heads(globalProject, 0, 1);
    const completed = () => writeBatches.complete(writeBatch("a", [{ seq: head?.seq ?? 0 }])).then(() => true);
    await expect.poll(() => completed().catch(() => false), { timeout: 30_000 }).toBe(true);
    const inQueue = journal.heads(globalProject, 0, 10_000).length;
    expect([journal.size().entries, journal.backlog()[0]?.entries]).toEqual([inQueue, inQueue]);
  });

  test("does not block close() when it is dead or unresponsive", async () => {
    using folder = temporaryFolder();
    const opened = await all.open(folder.path);
    const { journal } = opened;
    await journal.append(exportRequest());
    await threads.at(-1)?.terminate();
    await opened.close();
    await expect(journal.append(exportRequest())).rejects.toMatchObject({ blame: "dependency" });
  });
});
