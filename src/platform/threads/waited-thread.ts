import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";

/** What a waited thread's script gets as `workerData`, with the port to answer on. */
export interface WaitedThreadData {
  readonly port: MessagePort;
  /** Set to 1, with a notification, when an answer lies on the port. */
  readonly answered: Int32Array<SharedArrayBuffer>;
}

export type WaitedReply = { readonly result: unknown } | { readonly error: string };

interface Needs<Question> {
  readonly script: URL;
  readonly limitMs: number;
  readonly warmUp: (question: Question) => Question;
}

interface Running {
  readonly thread: Worker;
  readonly port: MessagePort;
  readonly answered: Int32Array;
  /** Harmless questions that were answered. */
  readonly loaded: Set<string>;
}

/** Ten times what the largest grammar takes to load on a machine at rest. */
const loadingLimitMs = 20_000;

/**
 * A thread whose answers are waited for, the caller's thread standing still: for work that must look synchronous but
 * loads asynchronously (WebAssembly), or that may never end (a parser that backtracks). It is started with the first
 * question. What it has to load is no part of an answer's time: `warmUp` names a harmless question that loads what
 * another needs, and it is asked once first, with ten times the patience of a machine at rest. After
 * `limitMs` without an answer, or one that is an error, it is ended and ask() throws Failure("defect"); the next
 * question starts another one. The thread keeps no process alive.
 */
export function createWaitedThread<Question>({ script, limitMs, warmUp }: Needs<Question>) {
  let running: Running | undefined;

  return { ask };

  function ask(question: Question): unknown {
    const harmless = warmUp(question);
    const loads = JSON.stringify(harmless);
    if (!running?.loaded.has(loads)) {
      exchange(harmless, loadingLimitMs);
      running?.loaded.add(loads);
    }
    return exchange(question, limitMs);
  }

  function exchange(question: Question, patienceMs: number): unknown {
    const { thread, port, answered } = (running ??= start());
    Atomics.store(answered, 0, 0);
    port.postMessage(question);
    const isAnswered = Atomics.wait(answered, 0, 0, patienceMs) !== "timed-out";
    const reply = isAnswered ? (receiveMessageOnPort(port)?.message as WaitedReply | undefined) : undefined;
    if (reply && "result" in reply) return reply.result;
    running = undefined;
    void thread.terminate();
    throw new Failure("defect", reply?.error ?? `no answer within ${patienceMs} ms`, {});
  }

  function start(): Running {
    const { port1, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(4));
    const thread = new Worker(script, { workerData: { port: port2, answered }, transferList: [port2] });
    thread.unref();
    port1.unref();
    return { thread, port: port1, answered, loaded: new Set<string>() };
  }
}
