import { MessageChannel, type MessagePort, receiveMessageOnPort, Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";
import { threadHeartbeat } from "./heartbeat.ts";

/** The `workerData` of a waited thread's script, with the port for its replies. */
export interface WaitedThreadData {
  readonly port: MessagePort;
  /** Set to 1, with a notification, when a reply is on the port. */
  readonly replyFlag: Int32Array<SharedArrayBuffer>;
}

export type WaitedReply = { readonly result: unknown } | { readonly error: string };

interface WaitedThreadDependencies<Question> {
  readonly script: URL;
  readonly limitMs: number;
  readonly warmUp: (question: Question) => Question;
}

interface Running {
  readonly thread: Worker;
  readonly port: MessagePort;
  readonly replyFlag: Int32Array;
  /** Warm-up questions that were answered. */
  readonly loaded: Set<string>;
}

/** Ten times what the largest grammar takes to load on an idle machine. */
const loadingLimitMs = 20_000;

/**
 * Creates a thread whose replies block the caller: for work that must look synchronous but loads asynchronously
 * (WebAssembly), or that may never end (a backtracking parser). `warmUp` returns a harmless question that runs once
 * first, with a longer timeout. After `limitMs` without a reply, or an error, the thread is terminated and
 * Failure("defect") thrown; the next question starts another one. It does not keep the process alive.
 */
export function createWaitedThread<Question>({ script, limitMs, warmUp }: WaitedThreadDependencies<Question>) {
  let running: Running | undefined;
  const heartbeat = threadHeartbeat();

  return { ask: request };

  function request(question: Question): unknown {
    const harmless = warmUp(question);
    const loads = JSON.stringify(harmless);
    if (!running?.loaded.has(loads)) {
      exchange(harmless, loadingLimitMs);
      running?.loaded.add(loads);
    }
    return exchange(question, limitMs);
  }

  function exchange(question: Question, timeoutMs: number): unknown {
    const { thread, port, replyFlag } = (running ??= start());
    Atomics.store(replyFlag, 0, 0);
    port.postMessage(question);
    // The wait has its own limit, so the pool of this thread does not count it as a stall.
    const hasReplied = heartbeat.unwatched(() => Atomics.wait(replyFlag, 0, 0, timeoutMs) !== "timed-out");
    const reply = hasReplied ? (receiveMessageOnPort(port)?.message as WaitedReply | undefined) : undefined;
    if (reply && "result" in reply) return reply.result;
    running = undefined;
    void thread.terminate();
    throw new Failure("defect", reply?.error ?? `no answer within ${timeoutMs} ms`, {});
  }

  function start(): Running {
    const { port1, port2 } = new MessageChannel();
    const replyFlag = new Int32Array(new SharedArrayBuffer(4));
    const workerData: WaitedThreadData = { port: port2, replyFlag };
    const thread = new Worker(script, { workerData, transferList: [port2] });
    thread.unref();
    port1.unref();
    return { thread, port: port1, replyFlag, loaded: new Set<string>() };
  }
}
