import { Worker } from "node:worker_threads";
import { Failure } from "../../platform/failure.ts";
import { createSlots } from "../../platform/scheduling/slots.ts";
import type { Answer, Command, Report, Summary, WriterOptions } from "./commands.ts";

const slowMs = 5_000;
const abandonedMs = 30_000;
const stopMs = 5_000;

interface Asked {
  /** Called with the answer even when the promise was rejected before it came. */
  readonly account: ((answer: Answer) => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly at: number;
}

interface Hooks {
  /** Every message after the first; the answers in it are handed over afterwards. */
  readonly onReport: (report: Report) => void;
  /** The thread ended without being asked to. */
  readonly onDeath: (cause: Error) => void;
}

/** A running writing thread. */
export interface WriterThread {
  readonly summary: Summary;
  /** Rejects with Failure("dependency") when the thread ends before it has answered. */
  ask(command: Command, transfer?: readonly ArrayBuffer[], account?: (answer: Answer) => void): Promise<Answer>;
  /** Whether the oldest question waits so long that more would only pile up. */
  isSlow(): boolean;
  /** How long the oldest question has been waiting without any answer, milliseconds. */
  silentMs(): number;
  /** Gives up a thread that answers nothing: what waits is rejected, and it keeps no process alive. */
  abandon(): void;
  /** Resolves when the thread has written everything and ended; false: it did not end within 5 s. */
  stop(): Promise<boolean>;
}

/** Starts the thread; rejects when it cannot open the journal. */
export async function startWriterThread(options: WriterOptions, hooks: Hooks): Promise<WriterThread> {
  const thread = new Worker(new URL("./thread.ts", import.meta.url), {
    workerData: options,
    resourceLimits: { maxYoungGenerationSizeMb: 6 },
  });
  const summary = await new Promise<Summary>((resolve, reject) => {
    thread.once("message", (report: Report) => {
      if (report.kind === "ready") resolve(report.summary);
    });
    thread.once("error", reject);
    thread.once("exit", () => reject(new Error("the journal's thread ended while it opened the journal")));
  });
  return operate(thread, summary, hooks);
}

function operate(thread: Worker, summary: Summary, { onReport, onDeath }: Hooks): WriterThread {
  const asked = createSlots<Asked>();
  let dead: Error | undefined;
  let isStopping = false;
  let lastAnswerAt = Date.now();

  thread.on("message", (report: Report) => {
    lastAnswerAt = Date.now();
    onReport(report);
    if (report.kind !== "written") return;
    for (const { id, answer } of report.replies) {
      const question = asked.take(id);
      question?.account?.(answer);
      question?.resolve(answer);
    }
  });
  thread.on("error", (error: Error) => die(error));
  thread.on("exit", () => die(new Error("the thread ended")));

  // A promise that was rejected stays in its slot: its answer, should it come, still counts.
  const watch = setInterval(() => {
    if (asked.size() === 0 || Date.now() - lastAnswerAt < abandonedMs) return;
    for (const { at, reject } of asked.all()) {
      if (Date.now() - at > abandonedMs) reject(journalFailed("the disk has not confirmed a write for 30 s"));
    }
  }, 1_000).unref();

  return { summary, ask, isSlow, silentMs, abandon, stop };

  function die(cause: Error): void {
    clearInterval(watch);
    if (dead) return;
    dead = cause;
    for (const { reject } of asked.all()) reject(journalFailed("the journal's thread ended", cause));
    if (!isStopping) onDeath(cause);
  }

  function ask(
    command: Command,
    transfer: readonly ArrayBuffer[] = [],
    account?: (answer: Answer) => void,
  ): Promise<Answer> {
    if (dead) return Promise.reject(journalFailed("the journal's thread ended", dead));
    if (asked.size() === 0) lastAnswerAt = Date.now();
    return new Promise((resolve, reject) => {
      thread.postMessage({ id: asked.add({ resolve, reject, account, at: Date.now() }), command }, transfer);
    });
  }

  function isSlow(): boolean {
    return silentMs() > slowMs;
  }

  function silentMs(): number {
    return dead === undefined && asked.size() > 0 ? Date.now() - lastAnswerAt : 0;
  }

  function abandon(): void {
    isStopping = true;
    die(new Error("the thread answered nothing"));
    endWithout(thread);
  }

  async function stop(): Promise<boolean> {
    isStopping = true;
    if (dead) return false;
    const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
    thread.postMessage("stop");
    if (await within(stopMs, ended)) return true;
    endWithout(thread);
    return false;
  }
}

/**
 * A thread inside a call that does not return cannot be ended, and Node waits for it when the process exits: the process
 * is then ended by a signal.
 */
function endWithout(thread: Worker): void {
  const kill = () => process.kill(process.pid, "SIGKILL");
  process.once("exit", kill);
  thread.once("exit", () => process.off("exit", kill));
  void thread.terminate();
  // terminate() makes the thread keep the process again.
  thread.unref();
}

/** Whether it resolves in time. */
export async function within(ms: number, promise: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  return Promise.race([promise.then(() => true), late]).finally(() => clearTimeout(timer));
}

export function journalFailed(message: string, cause?: unknown): Failure {
  return new Failure("dependency", message, { reason: "journal_failed", retryAfterSeconds: 5 }, cause);
}
