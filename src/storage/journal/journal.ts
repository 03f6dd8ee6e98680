import { mkdirSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { Failure } from "../../lib/failure.ts";
import { createSlots } from "../../lib/slots.ts";
import type { Aside, AsideItem, EntryHead, Journal, Plan, PlanBook } from "../../ports/journal.ts";
import type { Answer, Command, Reply, WriterOptions } from "./commands.ts";
import { openDatabase, sizeOf } from "./database.ts";
import { decodeHead, decodePayload, encodeRecord } from "./record.ts";

export interface OpenJournal {
  readonly journal: Journal;
  readonly plans: PlanBook;
  readonly aside: Aside;
  /** Resolves when everything asked before is written and the files are closed. */
  close(): Promise<void>;
}

/** Opens (or makes) the journal in `folder`: reads happen here, writes in a thread that owns them. */
export async function openJournal(options: WriterOptions & { readonly now: () => number }): Promise<OpenJournal> {
  mkdirSync(options.folder, { recursive: true });
  const { now, ...writerOptions } = options;
  const writer = await startWriter(writerOptions);
  const db = openDatabase(options.folder);
  const size = sizeOf(db);

  const journal: Journal = {
    async append(batch) {
      const record = encodeRecord(batch);
      const hour = Math.floor(batch.receivedAt / 3_600_000);
      const length = record.length;
      const { seq, repeated } = appended(
        await writer.ask({ kind: "append", record, bodyHash: batch.bodyHash, hour }, [record.buffer]),
      );
      if (!repeated) {
        size.bytes += length;
        size.entries++;
      }
      return { seq, repeated };
    },
    heads(after, limit) {
      db.root.resetReadTxn();
      const heads: EntryHead[] = [];
      for (const seq of Array.from(db.entries.getKeys({ start: after + 1, limit }))) {
        const record = db.entries.getBinaryFast(seq);
        if (record) heads.push({ ...decodeHead(record), seq, done: db.done.get(seq) ?? [] });
      }
      return heads;
    },
    read(seq) {
      db.root.resetReadTxn();
      const record = db.entries.getBinaryFast(seq);
      return record && { ...decodeHead(record), seq, done: [], bytes: decodePayload(record) };
    },
    size: () => ({ ...size }),
  };

  const plans: PlanBook = {
    async save(plan) {
      finished(await writer.ask({ kind: "save", plan }));
    },
    async complete(plan) {
      const { freedBytes, freedEntries } = finished(await writer.ask({ kind: "complete", plan }));
      size.bytes -= freedBytes;
      size.entries -= freedEntries;
    },
    pending: () => Array.from(db.plans.getRange(), ({ value }) => value as Plan),
  };

  function asideOf(project: string) {
    db.root.resetReadTxn();
    const items = Array.from(db.aside.getRange({ reverse: true }), ({ key, value }) => {
      const { bytes: _, ...item } = value as Omit<AsideItem, "id">;
      return { ...item, id: String(key) };
    });
    return items.filter((item) => item.projectId === project);
  }

  const aside: Aside = {
    async put(item) {
      finished(await writer.ask({ kind: "aside", item: { ...item, at: item.at || now() } }));
    },
    forget: async (project, what) => finished(await writer.ask({ kind: "forget", projectId: project, what })).dropped,
    list: (project, limit) => asideOf(project).slice(0, limit),
    count: (project) => (project === undefined ? db.aside.getKeysCount() : asideOf(project).length),
  };

  return {
    journal,
    plans,
    aside,
    async close() {
      await writer.stop();
      await db.root.close();
    },
  };
}

async function startWriter(options: WriterOptions) {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  const asked = createSlots<{ resolve: (answer: Answer) => void; reject: (error: unknown) => void }>();
  let dead: Error | undefined;
  await new Promise<void>((resolve, reject) => {
    thread.once("message", () => resolve());
    thread.once("error", reject);
  });
  thread.on("message", (replies: readonly Reply[]) => {
    for (const { id, answer } of replies) asked.take(id)?.resolve(answer);
  });
  thread.on("error", (error: Error) => {
    dead = error;
    for (const { reject } of asked.all()) reject(new Failure("defect", "the journal's thread ended", {}, error));
  });

  return {
    ask(command: Command, transfer: readonly ArrayBuffer[] = []): Promise<Answer> {
      if (dead) return Promise.reject(new Failure("defect", "the journal's thread ended", {}, dead));
      return new Promise((resolve, reject) => {
        thread.postMessage({ id: asked.add({ resolve, reject }), command }, transfer);
      });
    },
    stop: () =>
      new Promise<void>((resolve) => {
        thread.once("exit", () => resolve());
        thread.postMessage("stop");
      }),
  };
}

function appended(answer: Answer) {
  if (answer.kind === "appended") return answer;
  throw refusal(answer);
}

function finished(answer: Answer) {
  if (answer.kind === "done") return answer;
  throw refusal(answer);
}

function refusal(answer: Answer): Failure {
  if (answer.kind !== "refused") return new Failure("defect", `the journal answered ${answer.kind}`);
  return new Failure("dependency", answer.message, { reason: answer.reason, retryAfterSeconds: 5 });
}
