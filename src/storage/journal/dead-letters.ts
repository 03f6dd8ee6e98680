import { setImmediate as nextTick } from "node:timers/promises";
import { z } from "zod";
import { asProjectId } from "../../platform/ids.ts";
import type { DeadLetter, DeadLetterQueue, EntryHead, ForgottenItems } from "../ports/journal.ts";
import type { ReleasedItems } from "./commands.ts";
import type { Connection } from "./connection.ts";
import { keysOf } from "./database.ts";
import { DeadLetterRecord, letterKey } from "./entries.ts";
import { unseal } from "./sealed.ts";

/** Dead letters changed in one transaction: appends wait for it. */
const deadLettersPerTransaction = 500;
/** Payloads searched before other work of the process runs. */
const payloadsPerTurn = 20;

const deadLettersPerTurn = 500;
const firstPauseMs = 15_000;
const maxPauseMs = 3_600_000;
/** The pause doubles up to this attempt and stays constant afterwards. */
const doublings = Math.ceil(Math.log2(maxPauseMs / firstPauseMs));

const Seq = z.number();

type StoredDeadLetter = DeadLetter & { readonly receivedAt: number };

/** Creates the dead-letter queue in the journal's file. */
export function createDeadLetterQueue(
  connection: Connection,
  headsOf: (seqs: readonly number[]) => readonly EntryHead[],
): DeadLetterQueue {
  return {
    list,
    count(project) {
      const counted = connection.figures.lettersOf(project);
      const first = counted.letters > 0 ? firstOf(project) : undefined;
      return first ? { ...counted, oldestAt: first.at } : counted;
    },
    release: ({ project, ids }) => releaseAll(ids ? chosen(ids, project) : idsOf(project)),
    async releaseDue(now) {
      const due: string[] = [];
      let read = 0;
      for (const id of idsOf(undefined)) {
        const letter = letterOf(id);
        if (letter && dueAt(letter) <= now) due.push(id);
        if (due.length === deadLettersPerTransaction) break;
        if (++read % deadLettersPerTurn === 0) await nextTick();
      }
      return releaseAll(due);
    },
    remove: (project, ids) => removeAll(chosen(ids, project)),
    async erase(project, what) {
      const covered: string[] = [];
      let searched = 0;
      for (const id of idsOf(project)) {
        const letter = letterOf(id);
        if (letter && isCovered(letter, what)) covered.push(id);
        if (++searched % payloadsPerTurn === 0) await nextTick();
      }
      return removeAll(covered);
    },
  };

  async function releaseAll(ids: readonly string[]): Promise<readonly EntryHead[]> {
    const released: ReleasedItems[] = [];
    for (const group of groupsOf(ids)) {
      const answer = await connection.ask({ kind: "release", ids: group });
      if (answer.kind === "done") released.push(...answer.released);
    }
    const bySeq = Map.groupBy(released, ({ seq }) => seq);
    return headsOf([...bySeq.keys()].sort((one, other) => one - other)).map((head) => {
      const ofLetters = new Set(bySeq.get(head.seq)?.flatMap(({ items }) => items));
      const again = head.again.filter((item) => ofLetters.has(item));
      return { ...head, again, done: [...head.traceIds.keys()].filter((item) => !again.includes(item)) };
    });
  }

  function list(project: string, { limit, cursor }: { readonly limit: number; readonly cursor?: string }) {
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : Number(cursor) - 1;
    const range = { start: [project, before], end: [project, 0], reverse: true, limit: limit + 1 };
    const keys = connection.read((db) => Array.from(db.lettersOf.getKeys(range)));
    const page = keys.slice(0, limit);
    const items = page
      .map((key) => letterOf(idOf(key)))
      .filter((letter) => letter !== undefined)
      .map(({ receivedAt: _receivedAt, ...letter }) => letter);
    const last = page.at(-1);
    return keys.length > limit && last ? { items, nextCursor: String(last[1]) } : { items };
  }

  function isCovered(letter: StoredDeadLetter, { traceIds, text, before }: ForgottenItems): boolean {
    if (traceIds?.includes(letter.traceId)) return true;
    if (before !== undefined && letter.receivedAt < before) return true;
    if (text === undefined) return false;
    const record = connection.read((db) => db.entries.getBinary(letter.seq));
    return record !== undefined && Buffer.from(record.buffer, record.byteOffset, record.length).includes(text);
  }

  async function removeAll(ids: readonly string[]): Promise<number> {
    let removed = 0;
    for (const group of groupsOf(ids)) {
      const answer = await connection.ask({ kind: "remove", ids: group });
      if (answer.kind === "done") removed += answer.count;
    }
    return removed;
  }

  function chosen(ids: readonly string[], project: string | undefined): string[] {
    return [...new Set(ids)].filter((id) => {
      const letter = letterOf(id);
      return letter !== undefined && (project === undefined || letter.projectId === project);
    });
  }

  function idsOf(project: string | undefined): string[] {
    return connection.read((db) => {
      if (project === undefined) return Array.from(keysOf(db.letters), ([seq, number]) => `${seq}.${number}`);
      const range = { start: [project, 0], end: [project, Number.MAX_SAFE_INTEGER] };
      return Array.from(db.lettersOf.getKeys(range), idOf);
    });
  }

  /** Returns a dead letter of the oldest entry. */
  function firstOf(project: string | undefined): StoredDeadLetter | undefined {
    const [id] = connection.read((db) => {
      if (project === undefined)
        return Array.from(db.letters.getKeys({ limit: 1 }), ([seq, number]) => `${seq}.${number}`);
      const range = { start: [project, 0], end: [project, Number.MAX_SAFE_INTEGER], limit: 1 };
      return Array.from(db.lettersOf.getKeys(range), idOf);
    });
    return id === undefined ? undefined : letterOf(id);
  }

  function idOf(key: readonly [string, number]): string {
    const seq = connection.read((db) => unseal(Seq, db.lettersOf.getBinary([...key])));
    return `${seq}.${key[1]}`;
  }

  function letterOf(id: string): StoredDeadLetter | undefined {
    const key = letterKey(id);
    const letter = key && connection.read((db) => unseal(DeadLetterRecord, db.letters.getBinary(key)));
    if (!key || !letter) return undefined;
    const { recordBytes: _, projectId, ...rest } = letter;
    return { ...rest, id, seq: key[0], projectId: asProjectId(projectId) };
  }
}

function* groupsOf(ids: readonly string[]): Generator<string[]> {
  for (let at = 0; at < ids.length; at += deadLettersPerTransaction)
    yield ids.slice(at, at + deadLettersPerTransaction);
}

/** Returns the end of the pauses after all attempts so far, Unix milliseconds. */
function dueAt({ at, attempts }: Pick<DeadLetter, "at" | "attempts">): number {
  const doubled = Math.min(attempts, doublings);
  return at + firstPauseMs * (2 ** doubled - 1) + Math.max(0, attempts - doublings) * maxPauseMs;
}
