import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Failure } from "./failure.ts";

/** What a waited thread's script gets as `workerData`, with the port to answer on. */
export interface WaitedThreadData {
  readonly port: MessagePort;
  /** Set to 1, with a notification, when an answer lies on the port. */
  readonly answered: Int32Array<SharedArrayBuffer>;
}

export type WaitedReply = { readonly result: unknown } | { readonly error: string };

/**
 * A thread whose answers are waited for, the caller's thread standing still: for work that must look synchronous but
 * loads asynchronously (WebAssembly), or that may never end (a parser that backtracks). It is started with the first
 * question. After `limitMs` without an answer it is ended and ask() throws Failure("defect"); the next question
 * starts another one. The thread keeps no process alive.
 */
export function createWaitedThread({ script, limitMs }: { readonly script: URL; readonly limitMs: number }) {
  let running: { readonly thread: Worker; readonly port: MessagePort; readonly answered: Int32Array } | undefined;

  return { ask };

  function ask(question: unknown): unknown {
    const { thread, port, answered } = (running ??= start());
    Atomics.store(answered, 0, 0);
    port.postMessage(question);
    if (Atomics.wait(answered, 0, 0, limitMs) === "timed-out") {
      running = undefined;
      void thread.terminate();
      throw new Failure("defect", `no answer within ${limitMs} ms`, {});
    }
    const reply = receiveMessageOnPort(port)?.message as WaitedReply | undefined;
    if (!reply) throw new Failure("defect", "the thread told of an answer that is not there", {});
    if ("error" in reply) throw new Failure("defect", reply.error, {});
    return reply.result;
  }

  function start() {
    const { port1, port2 } = new MessageChannel();
    const answered = new Int32Array(new SharedArrayBuffer(4));
    const thread = new Worker(script, { workerData: { port: port2, answered }, transferList: [port2] });
    thread.unref();
    port1.unref();
    return { thread, port: port1, answered };
  }
}
