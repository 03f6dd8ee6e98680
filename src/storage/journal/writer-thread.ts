import { Worker } from "node:worker_threads";
import { Failure } from "../../platform/failure.ts";
import { createSlots } from "../../platform/scheduling/slots.ts";
import type { Answer, Command, Report, Summary, WriterOptions } from "./commands.ts";

const slowMs = 5_000;
const abandonedMs = 30_000;
const stopMs = 5_000;

interface PendingCommand {
  /** Called with the response even if the promise was rejected before it arrived. */
  readonly account: ((answer: Answer) => void) | undefined;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
  readonly at: number;
}

interface Hooks {
  /** Called for every message after the first, before its responses are delivered. */
  readonly onReport: (report: Report) => void;
  /** Called when the thread ended unexpectedly. */
  readonly onDeath: (cause: Error) => void;
}

export interface WriterThread {
  readonly summary: Summary;
  /** Rejects with Failure("dependency") if the thread ends before it responds. */
  send(command: Command, transfer?: readonly ArrayBuffer[], account?: (answer: Answer) => void): Promise<Answer>;
  /** Returns whether the oldest command waits so long that more would only pile up. */
  isSlow(): boolean;
  /** Returns how long the oldest command has waited without any response, milliseconds. */
  silentMs(): number;
  /** Gives up an unresponsive thread: waiting commands are rejected, and it does not keep the process alive. */
  abandon(): void;
  /** Resolves when the thread has written everything and ended; false if it did not end within 5 s. */
  stop(): Promise<boolean>;
}

/** Starts the thread; rejects if it cannot open the journal. */
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
  const pending = createSlots<PendingCommand>();
  let dead: Error | undefined;
  let isStopping = false;
  let lastAnswerAt = Date.now();

  thread.on("message", (report: Report) => {
    lastAnswerAt = Date.now();
    onReport(report);
    if (report.kind !== "written") return;
    for (const { id, answer } of report.replies) {
      const question = pending.take(id);
      question?.account?.(answer);
      question?.resolve(answer);
    }
  });
  thread.on("error", (error: Error) => die(error));
  thread.on("exit", () => die(new Error("the thread ended")));

  // A rejected promise stays in its slot: a late response still counts.
  const watch = setInterval(() => {
    if (pending.size() === 0 || Date.now() - lastAnswerAt < abandonedMs) return;
    for (const { at, reject } of pending.all()) {
      if (Date.now() - at > abandonedMs) reject(journalFailed("the disk has not confirmed a write for 30 s"));
    }
  }, 1_000).unref();

  return { summary, send, isSlow, silentMs, abandon, stop };

  function die(cause: Error): void {
    clearInterval(watch);
    if (dead) return;
    dead = cause;
    for (const { reject } of pending.all()) reject(journalFailed("the journal's thread ended", cause));
    if (!isStopping) onDeath(cause);
  }

  function send(
    command: Command,
    transfer: readonly ArrayBuffer[] = [],
    account?: (answer: Answer) => void,
  ): Promise<Answer> {
    if (dead) return Promise.reject(journalFailed("the journal's thread ended", dead));
    if (pending.size() === 0) lastAnswerAt = Date.now();
    return new Promise((resolve, reject) => {
      thread.postMessage({ id: pending.add({ resolve, reject, account, at: Date.now() }), command }, transfer);
    });
  }

  function isSlow(): boolean {
    return silentMs() > slowMs;
  }

  function silentMs(): number {
    return dead === undefined && pending.size() > 0 ? Date.now() - lastAnswerAt : 0;
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
 * A thread inside a call that does not return cannot be terminated, and Node waits for it at exit: the process is
 * then ended by a signal.
 */
function endWithout(thread: Worker): void {
  const kill = () => process.kill(process.pid, "SIGKILL");
  process.once("exit", kill);
  thread.once("exit", () => process.off("exit", kill));
  void thread.terminate();
  // terminate() refs the thread again.
  thread.unref();
}

/** Returns whether the promise resolves in time. */
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
