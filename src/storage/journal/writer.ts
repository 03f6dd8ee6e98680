import { Failure, messageOf } from "../../platform/failure.ts";
import { freeMemory } from "../../platform/files/free-memory.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Answer, Command, JournalSize, Reply, Report, Request, WriterOptions } from "./commands.ts";
import { countOf, openDatabase } from "./database.ts";
import { type Changes, createEntries } from "./entries.ts";
import { dataFileOf, type FileIdentity, hasRoom, identityOf, isSameFile } from "./file-identity.ts";
import { encodeState } from "./freed.ts";
import { openState, summarize } from "./open-state.ts";
import { numberRecord, queueValueOf } from "./record.ts";
import { createRetryGuard } from "./retry-guard.ts";
import { createStateCopy } from "./state-copy.ts";

/** Writes groups of commands, each in one fsynced transaction. Runs in the journal's writer thread. */
export function createWriter({ folder, maxBytes, reserveBytes }: WriterOptions) {
  const db = openDatabase(folder);
  const file = dataFileOf(folder);
  const identity = identityOf(file);
  if (!identity) throw new Failure("dependency", `${file} cannot be read`);
  const problems: string[] = [];
  let state = openState(db, problems);
  const summary = summarize(db, problems);
  let size: JournalSize = summary.size;
  const guard = createRetryGuard(db.bodies);
  const entries = createEntries(db);
  const copyState = createStateCopy(folder);
  copyState(state, true);

  return { summary, write, probe, close };

  function close(): Promise<void> {
    if (isSameFile(file, identity as FileIdentity)) copyState(state, true);
    return db.root.close();
  }

  /** Never throws: a group that cannot be written is rejected, with the reason in `failure`. */
  function write(group: readonly Request[]): { readonly report: Report; readonly failure: unknown } {
    const changes = noChanges();
    let replies: Reply[];
    let failure: unknown;
    try {
      requireSameFile();
      const room = hasRoom(folder, size.bytes, reserveBytes);
      replies = db.root.transactionSync(() => {
        const answers = group.map(({ id, command }) => ({ id, answer: apply(command, room, changes) }));
        if (changes.hasFreed) storeState(changes);
        return answers;
      });
      state = changes.state;
      size = { bytes: size.bytes + changes.bytes, entries: size.entries + changes.entries };
      if (isSameFile(file, identity as FileIdentity)) copyState(state);
      else replies = replies.map(unconfirmed);
    } catch (thrown) {
      failure = thrown;
      guard.resetSweep();
      const answer: Answer = {
        kind: "refused",
        reason: "journal_failed",
        message: `the journal: ${messageOf(thrown)}`,
      };
      replies = group.map(({ id }) => ({ id, answer }));
      changes.queue.length = 0;
      changes.letters.length = 0;
    } finally {
      for (const { command } of group) if (command.kind === "append") freeMemory(command.record);
    }
    const { queue, letters } = changes;
    return { failure, report: { kind: "written", replies, queue, letters, size, damagedRecords: countOf(db.damaged) } };
  }

  function probe(): void {
    requireSameFile();
    db.root.transactionSync(() => db.state.putSync("probe", new Uint8Array(8).fill(Date.now() % 256)));
  }

  function requireSameFile(): void {
    if (identity && isSameFile(file, identity)) return;
    throw new Failure("dependency", `${file} is not the file that was opened: was the folder moved or unmounted?`);
  }

  function apply(command: Command, room: boolean, changes: Changes): Answer {
    switch (command.kind) {
      case "append":
        return append(command, room, changes);
      case "complete":
        return complete(command, changes);
      case "release": {
        const released = command.ids.flatMap((id) => entries.release(id, changes) ?? []);
        return { kind: "done", count: released.length, released };
      }
      case "remove":
        return done(command.ids.filter((id) => entries.remove(id, changes)).length);
      case "strike":
        return done(entries.strike(command.strike) ? 1 : 0);
      case "discard":
        return done(entries.discard(command.seq, changes) ? 1 : 0);
      default:
        return unreachable(command);
    }
  }

  function append(command: Command & { kind: "append" }, room: boolean, changes: Changes): Answer {
    const { record, projectId, receivedAt, bodyHash } = command;
    const earlier = guard.find(bodyHash, receivedAt);
    if (earlier !== undefined) return { kind: "appended", seq: earlier, repeated: true };
    if (!room) return { kind: "refused", reason: "journal_full", message: "the journal's disk is full" };
    if (size.bytes + changes.bytes + record.length > maxBytes)
      return { kind: "refused", reason: "journal_full", message: "the journal is full" };
    const seq = changes.state.nextSeq;
    changes.state.nextSeq = seq + 1;
    numberRecord(record, seq);
    db.entries.putSync(seq, record);
    db.queue.putSync([projectId, seq], queueValueOf(record, receivedAt));
    guard.remember(bodyHash, receivedAt, seq);
    changes.bytes += record.length;
    changes.entries++;
    return { kind: "appended", seq, repeated: false };
  }

  function complete(
    { batch, dead, hasFile, removedFiles, at }: Command & { kind: "complete" },
    changes: Changes,
  ): Answer {
    const deadOf = Map.groupBy(dead, ({ seq }) => seq);
    for (const member of batch.members) entries.settle(member, deadOf.get(member.seq) ?? [], at, changes);
    if (hasFile) db.completed.putSync(batch.id, new Uint8Array(1));
    for (const id of removedFiles) db.completed.removeSync(id);
    return done(batch.members.length);
  }

  function storeState(changes: Changes): void {
    changes.state = { ...changes.state, version: changes.state.version + 1 };
    db.state.putSync("state", encodeState(changes.state));
  }

  function noChanges(): Changes {
    const copied = { ...state, ranges: [...state.ranges] };
    return { state: copied, queue: [], letters: [], bytes: 0, entries: 0, hasFreed: false };
  }
}

const done = (count: number): Answer => ({ kind: "done", count, released: [] });

function unconfirmed({ id, answer }: Reply): Reply {
  return { id, answer: answer.kind === "appended" ? { ...answer, unconfirmed: true } : answer };
}
