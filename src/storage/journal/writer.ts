import { statfsSync, statSync } from "node:fs";
import { join } from "node:path";
import { messageOf } from "../../lib/failure.ts";
import { freeMemory } from "../../lib/free-memory.ts";
import { unreachable } from "../../lib/unreachable.ts";
import type { AsideItem, Plan } from "../../ports/journal.ts";
import type { Answer, Command, Reply, Request, WriterOptions } from "./commands.ts";
import { type JournalDatabase, openDatabase, sizeOf } from "./database.ts";
import { decodeHead } from "./record.ts";

const hoursKept = 24;
const maxBodies = 1_000_000;
const maxAside = 1_000;

/** Writes groups of commands, each group in one fsynced transaction. Runs in the journal's own thread. */
export function createWriter({ folder, maxBytes, reserveBytes }: WriterOptions) {
  const db = openDatabase(folder);
  let nextSeq = lastKey(db.entries) + 1;
  let waitingBytes = sizeOf(db).bytes;
  let lastSweptHour = 0;

  return { write, close: () => db.root.close() };

  function write(group: readonly Request[]): Reply[] {
    const before = { nextSeq, waitingBytes };
    const room = hasRoom();
    try {
      return db.root.transactionSync(() => group.map(({ id, command }) => ({ id, answer: apply(command, room) })));
    } catch (error) {
      ({ nextSeq, waitingBytes } = before);
      const answer: Answer = { kind: "refused", reason: "journal_failed", message: messageOf(error) };
      return group.map(({ id }) => ({ id, answer }));
    } finally {
      for (const { command } of group) if (command.kind === "append") freeMemory(command.record);
    }
  }

  function apply(command: Command, room: boolean): Answer {
    switch (command.kind) {
      case "append":
        return append(command, room);
      case "save":
        db.plans.putSync(command.plan.id, command.plan);
        return done();
      case "complete":
        return complete(command.plan);
      case "aside":
        return setAside(command.item);
      case "forget":
        return forget(command);
      default:
        return unreachable(command);
    }
  }

  function append({ record, bodyHash, hour }: Command & { kind: "append" }, room: boolean): Answer {
    const earlier = bodyHash === "" ? undefined : seenBody(bodyHash, hour);
    if (earlier !== undefined) return { kind: "appended", seq: earlier, repeated: true };
    if (!room || waitingBytes + record.length > maxBytes)
      return { kind: "refused", reason: "journal_full", message: "the journal is full" };
    const seq = nextSeq++;
    db.entries.putSync(seq, record);
    if (bodyHash !== "") db.bodies.putSync([hour, bodyHash], seq);
    waitingBytes += record.length;
    return { kind: "appended", seq, repeated: false };
  }

  function seenBody(bodyHash: string, hour: number): number | undefined {
    if (hour !== lastSweptHour) sweepBodies(hour);
    for (let back = 0; back < hoursKept; back++) {
      const seq = db.bodies.get([hour - back, bodyHash]);
      if (seq !== undefined) return seq;
    }
    return undefined;
  }

  /** Forgets bodies of more than a day ago, and the oldest hours above the ceiling. */
  function sweepBodies(hour: number): void {
    lastSweptHour = hour;
    let first = hour - hoursKept + 1;
    while (first < hour && countBodies(first, hour) > maxBodies) first++;
    for (const key of Array.from(db.bodies.getKeys({ end: [first, ""] }))) db.bodies.removeSync(key);
  }

  function countBodies(fromHour: number, toHour: number): number {
    return db.bodies.getKeysCount({ start: [fromHour, ""], end: [toHour + 1, ""] });
  }

  function complete(plan: Plan): Answer {
    let freedBytes = 0;
    let freedEntries = 0;
    for (const { seq, items } of plan.members) {
      const record = db.entries.getBinary(seq);
      if (!record) continue; // completed before a crash, and asked again
      const stored = items && new Set([...(db.done.get(seq) ?? []), ...items]);
      if (stored && stored.size < decodeHead(record).traceIds.length) {
        db.done.putSync(seq, [...stored]);
        continue;
      }
      freedBytes += record.length;
      freedEntries++;
      db.entries.removeSync(seq);
      db.done.removeSync(seq);
    }
    db.plans.removeSync(plan.id);
    waitingBytes -= freedBytes;
    return { kind: "done", freedBytes, freedEntries, dropped: 0 };
  }

  function setAside(item: object): Answer {
    db.aside.putSync(lastKey(db.aside) + 1, item);
    const surplus = db.aside.getKeysCount() - maxAside;
    for (const key of surplus > 0 ? Array.from(db.aside.getKeys({ limit: surplus })) : []) db.aside.removeSync(key);
    return { kind: "done", freedBytes: 0, freedEntries: 0, dropped: Math.max(0, surplus) };
  }

  function forget({ projectId, what: { traceIds = [], text, before = 0 } }: Command & { kind: "forget" }): Answer {
    const traces = new Set(traceIds);
    let dropped = 0;
    // The keys are taken first: a change inside a running range would disturb it.
    for (const key of Array.from(db.aside.getKeys())) {
      const item = db.aside.get(key) as Omit<AsideItem, "id"> | undefined;
      if (item?.projectId !== projectId) continue;
      const holdsText = text !== undefined && Buffer.from(item.bytes).includes(text);
      if (!holdsText && !traces.has(item.traceId) && item.at >= before) continue;
      db.aside.removeSync(key);
      dropped++;
    }
    return { kind: "done", freedBytes: 0, freedEntries: 0, dropped };
  }

  /** The file never shrinks: what earlier entries left free inside it is room as well as what the disk has left. */
  function hasRoom(): boolean {
    const { bavail, bsize } = statfsSync(folder);
    const onDisk = bavail * bsize;
    return onDisk > reserveBytes || onDisk + statSync(join(folder, "data.mdb")).size - waitingBytes * 2 > reserveBytes;
  }
}

const done = (): Answer => ({ kind: "done", freedBytes: 0, freedEntries: 0, dropped: 0 });

function lastKey(table: JournalDatabase["entries"] | JournalDatabase["aside"]): number {
  for (const key of table.getKeys({ reverse: true, limit: 1 })) return key;
  return 0;
}
