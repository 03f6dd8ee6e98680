import { dirname } from "node:path";
import { messageOf } from "../../platform/failure.ts";
import type { Journal } from "../ports/journal.ts";
import type { Answer, Command, Report, Summary, WriterOptions } from "./commands.ts";
import { type JournalDatabase, openDatabase } from "./database.ts";
import { dataFileOf, type FileIdentity, hasRoom, identityOf, isSameFile } from "./file-identity.ts";
import { createJournalStatistics } from "./journal-statistics.ts";
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
/** The journal is reopened once its file has been missing or replaced for this long. */
const replacedMs = 5_000;
const longestPauseMs = 5_000;
const repeatedMs = 60_000;
/** A thread that is silent for this long, on a working disk, counts as unresponsive. */
const stuckMs = 10_000;
const diskProbeMs = 3_000;

interface Options extends WriterOptions {
  readonly onProblem: OnProblem;
}

export type Connection = Awaited<ReturnType<typeof createConnection>>;

/**
 * Opens the journal's file: a reader here, and the writer thread. After a failure it is reopened until that
 * succeeds; meanwhile commands are rejected.
 */
export async function createConnection({ onProblem, folder, maxBytes, reserveBytes }: Options) {
  const statistics = createJournalStatistics(oldestOf);
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
    checkLocation();
    void checkThread();
  }, watchMs).unref();

  return {
    summary,
    figures: statistics,
    ask: send,
    read,
    readIfOpen,
    discard,
    refusal,
    lostRecords: () => lost,
    close,
  };

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
    statistics.reset(started.summary);
    for (const problem of started.summary.problems) onProblem(problem, { folder });
    return started.summary;
  }

  function onReport(report: Report): void {
    if (report.kind === "written") {
      for (const change of report.queue) statistics.changeQueue(change);
      for (const change of report.letters) statistics.changeLetters(change);
      statistics.setSize(report.size, report.damagedRecords);
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

  /** If the thread alone cannot be restarted, the whole journal is reopened. */
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

  /** Reopens the file; if that does not help, the damage is where the inspection does not reach. */
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

  function send(command: Command, transfer?: readonly ArrayBuffer[], account?: (answer: Answer) => void) {
    if (!thread || isClosing) return Promise.reject(journalFailed(failure ?? "the journal is closed"));
    if (command.kind === "append" && thread.isSlow())
      return Promise.reject(journalFailed("the journal's disk is slow"));
    return thread.send(command, transfer, account).then((answer) => {
      if (answer.kind !== "refused") return answer;
      throw refusedFailure(answer);
    });
  }

  /** Throws Failure("dependency") while the journal is reopened. */
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

  function discard(seq: number): void {
    if (discarding.has(seq)) return;
    discarding.add(seq);
    onProblem(`the journal's record ${seq} is damaged and was moved to the damaged records`, { seq, folder });
    send({ kind: "discard", seq })
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
    const { bytes } = statistics.size();
    if (bytes >= maxBytes * 0.999) return { reason: "journal_full", message: "the journal is full" };
    try {
      if (hasRoom(folder, bytes, reserveBytes)) return undefined;
    } catch (thrown) {
      return failed(messageOf(thrown));
    }
    return { reason: "journal_full", message: "the journal's disk is full" };
  }

  /**
   * A journal that was moved away may return. If it does not, acknowledged requests must not be written to an
   * unlinked file.
   */
  function checkLocation(): void {
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

  /** On an unmounted volume's mount point, a new journal would disappear when the volume returns. */
  function isOnSameDevice({ device }: FileIdentity): boolean {
    for (let ancestor = dataFileOf(folder); ; ancestor = dirname(ancestor)) {
      const found = identityOf(ancestor);
      if (found) return found.device === device;
      if (ancestor === dirname(ancestor)) return false;
    }
  }

  async function checkThread(): Promise<void> {
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
