import { dirname } from "node:path";
import { messageOf } from "../../platform/failure.ts";
import type { Journal } from "../ports/journal.ts";
import type { Answer, Command, Report, Summary, WriterOptions } from "./commands.ts";
import { type JournalDatabase, openDatabase } from "./database.ts";
import { createFigures } from "./figures.ts";
import { dataFileOf, type FileIdentity, hasRoom, identityOf, isSameFile } from "./place.ts";
import { readQueueValue } from "./record.ts";
import { refusedFailure } from "./refused.ts";
import {
  confirmsWrites,
  markClean,
  type OnProblem,
  prepareJournal,
  replaceByCopy,
  replaceDamaged,
} from "./repair/prepare.ts";
import { journalFailed, startWriterThread, type WriterThread, within } from "./writer-thread.ts";

const watchMs = 1_000;
/** So long another file, or none, must lie in the journal's place before it is opened anew. */
const replacedMs = 5_000;
const longestPauseMs = 5_000;
const repeatedMs = 60_000;
/** A thread that is silent for so long, on a disk that works, does not answer any more. */
const stuckMs = 10_000;
const diskProbeMs = 3_000;

interface Options extends WriterOptions {
  readonly onProblem: OnProblem;
}

export type Connection = Awaited<ReturnType<typeof createConnection>>;

/**
 * The journal's file as this process has it open: a reader here, and the writing thread. What fails is opened again
 * until it works; meanwhile commands are refused.
 */
export async function createConnection({ onProblem, folder, maxBytes, reserveBytes }: Options) {
  const figures = createFigures(oldestOf);
  const discarding = new Set<number>();
  let thread: WriterThread | undefined;
  let db: JournalDatabase | undefined;
  let identity: FileIdentity | undefined;
  /** Why the journal cannot be written now. */
  let failure: string | undefined;
  let recovery: Promise<void> | undefined;
  let isClosing = false;
  let replacedSince: number | undefined;
  let isProbing = false;
  let repairedAt = 0;
  let lost = 0;

  const summary = await openAll();
  const watch = setInterval(() => {
    lookAtPlace();
    void lookAtThread();
  }, watchMs).unref();

  return { summary, figures, ask, read, readIfOpen, discard, refusal, lostRecords: () => lost, close };

  async function openAll(): Promise<Summary> {
    const { damaged } = await prepareJournal(folder, onProblem);
    const found = await openThread();
    db = openDatabase(folder);
    for (const seq of damaged) discard(seq);
    return found;
  }

  async function openThread(): Promise<Summary> {
    const started = await startWriterThread({ folder, maxBytes, reserveBytes }, { onReport, onDeath });
    thread = started;
    identity = identityOf(dataFileOf(folder));
    failure = undefined;
    figures.reset(started.summary);
    for (const problem of started.summary.problems) onProblem(problem, { folder });
    return started.summary;
  }

  function onReport(report: Report): void {
    if (report.kind === "written") {
      for (const change of report.queue) figures.changeQueue(change);
      for (const change of report.letters) figures.changeLetters(change);
      figures.setSize(report.size, report.damagedRecords);
    }
    if (report.kind !== "condition") return;
    failure = report.failure;
    if (failure !== undefined) onProblem(`the journal cannot be written: ${failure}`, { folder });
    if (report.needsReopening) recover(() => repair(report.failure ?? ""));
  }

  function onDeath(cause: Error): void {
    onProblem(`the journal's thread ended and is started again: ${cause.message}`, { folder });
    thread = undefined;
    failure = "the journal's thread is started again";
    recover(openThread);
  }

  /** Where the thread alone cannot be started again, the whole journal is opened anew. */
  function recover(first: () => Promise<unknown>): void {
    recovery ??= attempt(first).finally(() => {
      recovery = undefined;
    });
  }

  async function attempt(first: () => Promise<unknown>): Promise<void> {
    let action = first;
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      if (isClosing) return;
      try {
        await action();
        return;
      } catch (thrown) {
        failure = messageOf(thrown);
        onProblem(`the journal cannot be opened: ${failure}`, { folder });
        action = reopen;
      }
      await new Promise((resolve) => setTimeout(resolve, pauseMs).unref());
    }
  }

  /** The file is opened again; where that did not help, it is damaged in a place that inspecting does not reach. */
  async function repair(reason: string): Promise<void> {
    const isRepeated = Date.now() - repairedAt < repeatedMs && !reason.includes("MDB_PANIC");
    repairedAt = Date.now();
    failure = reason;
    if (isRepeated) {
      await closeAll();
      await replaceDamaged(folder, reason, onProblem);
    }
    await reopen();
  }

  async function reopen(): Promise<void> {
    failure = "the journal is opened again";
    await closeAll();
    await openAll();
    onProblem("the journal was opened again", { folder });
  }

  function ask(command: Command, transfer?: readonly ArrayBuffer[], account?: (answer: Answer) => void) {
    if (!thread || isClosing) return Promise.reject(journalFailed(failure ?? "the journal is closed"));
    if (command.kind === "append" && thread.isSlow())
      return Promise.reject(journalFailed("the journal's disk is slow"));
    return thread.ask(command, transfer, account).then((answer) => {
      if (answer.kind !== "refused") return answer;
      throw refusedFailure(answer);
    });
  }

  /** Throws Failure("dependency") while the journal is opened again. */
  function read<Result>(reading: (open: JournalDatabase) => Result): Result {
    if (!db) throw journalFailed(failure ?? "the journal is closed");
    db.root.resetReadTxn();
    return reading(db);
  }

  function readIfOpen<Result>(reading: (open: JournalDatabase) => Result): Result | undefined {
    return db && read(reading);
  }

  function oldestOf(project: string) {
    return readIfOpen((open) => {
      const end = [project, Number.MAX_SAFE_INTEGER];
      const [key] = Array.from(open.queue.getKeys({ start: [project, 0], end, limit: 1 }));
      const queued = key && readQueueValue(open.queue.getBinary(key) ?? new Uint8Array());
      return key && { seq: key[1], at: queued?.receivedAt ?? 0 };
    });
  }

  /** Takes a record that cannot be read out of the queue. */
  function discard(seq: number): void {
    if (discarding.has(seq)) return;
    discarding.add(seq);
    onProblem(`the journal's record ${seq} is damaged and was set aside`, { seq, folder });
    ask({ kind: "discard", seq })
      .then((answer) => {
        if (answer.kind === "done" && answer.count === 0) lost++;
      })
      .catch(() => discarding.delete(seq));
  }

  function refusal(): ReturnType<Journal["refusal"]> {
    const failed = (message: string) => ({ reason: "journal_failed", message }) as const;
    if (failure !== undefined) return failed(failure);
    if (!identity || !isSameFile(dataFileOf(folder), identity))
      return failed(`${dataFileOf(folder)} is not in its place`);
    if (thread?.isSlow()) return failed("the disk has not confirmed a write for 5 s");
    const { bytes } = figures.size();
    if (bytes >= maxBytes * 0.999) return { reason: "journal_full", message: "the journal is full" };
    try {
      if (hasRoom(folder, bytes, reserveBytes)) return undefined;
    } catch (thrown) {
      return failed(messageOf(thrown));
    }
    return { reason: "journal_full", message: "the journal's disk is full" };
  }

  /** A journal that was moved away may return; when it stays away, acknowledged requests must not go where nobody looks. */
  function lookAtPlace(): void {
    if (recovery || !identity) return;
    if (isSameFile(dataFileOf(folder), identity)) {
      replacedSince = undefined;
      return;
    }
    replacedSince ??= Date.now();
    if (Date.now() - replacedSince < replacedMs || !isOnSameDevice(identity)) return;
    replacedSince = undefined;
    onProblem("the journal's file is not in its place any more: the journal is opened anew", { folder });
    recover(reopen);
  }

  /** On an unmounted volume's mount point, a new journal would vanish when the volume returns. */
  function isOnSameDevice({ device }: FileIdentity): boolean {
    for (let place = dataFileOf(folder); ; place = dirname(place)) {
      const found = identityOf(place);
      if (found) return found.device === device;
      if (place === dirname(place)) return false;
    }
  }

  async function lookAtThread(): Promise<void> {
    const watched = thread;
    if (recovery || isProbing || !watched || watched.silentMs() < stuckMs) return;
    isProbing = true;
    const probe = confirmsWrites(folder);
    const isDiskFine = (await within(diskProbeMs, probe)) && (await probe);
    isProbing = false;
    if (isDiskFine && watched === thread && watched.silentMs() > stuckMs) recover(() => abandonThread(watched));
  }

  async function abandonThread(stuck: WriterThread): Promise<void> {
    failure = "the journal's thread answers nothing and is replaced";
    onProblem(failure, { folder });
    thread = undefined;
    stuck.abandon();
    await closeAll();
    await replaceByCopy(folder);
    await openAll();
  }

  async function closeAll(): Promise<boolean> {
    const [stopped, opened] = [thread, db];
    thread = undefined;
    db = undefined;
    const isInOrder = stopped !== undefined && (await stopped.stop());
    return (opened === undefined || (await within(2_000, opened.root.close()))) && isInOrder;
  }

  async function close(): Promise<void> {
    isClosing = true;
    clearInterval(watch);
    if (recovery) await within(5_000, recovery);
    const wasFailing = failure !== undefined;
    const isInOrder = await closeAll();
    if (!isInOrder || wasFailing || !identity || !isSameFile(dataFileOf(folder), identity)) return;
    try {
      markClean(folder);
    } catch {
      // The next start reads every record.
    }
  }
}
