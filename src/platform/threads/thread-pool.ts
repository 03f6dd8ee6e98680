import { Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";

interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Seat {
  /** Undefined: not started yet. */
  thread: Worker | undefined;
  job: Job | undefined;
}

export type PoolReply = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

/** A message that every thread of a pool receives besides its tasks. */
export interface PoolMessage {
  readonly topic: string;
  /** The part of the topic that the message replaces: a project's ID, or "" if there is only one. */
  readonly key: string;
  readonly message: unknown;
}

export interface PoolOptions {
  readonly script: URL;
  readonly size: number;
  /** `when-needed`: a thread starts with the first task for it, and an idle one does not keep the process alive. */
  readonly start?: "at-once" | "when-needed";
  readonly workerData?: unknown;
  /** Size of each thread's young generation, MB; V8's own default of 48 mostly holds garbage. */
  readonly youngMb?: number;
  /** Called when a thread that ended unexpectedly (out of memory, an exception outside a task) was replaced. */
  readonly onLost: (error: Error) => void;
}

export type ThreadPool = ReturnType<typeof createThreadPool>;

/**
 * Creates threads that run one task each at a time. A task on a thread that ends is rejected with
 * Failure("defect"), and the thread is replaced. A broadcast message reaches every thread, including later
 * replacements, before any task that runs after it. Tasks that wait when the pool is closed are rejected with
 * Failure("dependency").
 */
export function createThreadPool({ script, size, start = "at-once", workerData, youngMb, onLost }: PoolOptions) {
  const queue: Job[] = [];
  const messages = new Map<string, PoolMessage>();
  const whenNeeded = start === "when-needed";
  let nextId = 0;
  let closed = false;
  const seats: Seat[] = Array.from({ length: size }, () => ({ thread: undefined, job: undefined }));
  if (!whenNeeded) for (const seat of seats) occupy(seat);

  return { run, tell: broadcast, close, size };

  /** `isFirst`: the task runs before waiting ones. */
  function run(task: unknown, transfer: readonly ArrayBuffer[] = [], isFirst = false): Promise<unknown> {
    if (closed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      queue[isFirst ? "unshift" : "push"]({ id: nextId++, task, transfer, resolve, reject });
      next();
    });
  }

  /**
   * Sends a message to all threads. Only the newest message of each topic and key counts; a new thread receives those
   * in the order of their first sending. `undefined` withdraws a message: running threads receive it, later ones do
   * not.
   */
  function broadcast(topic: string, message: unknown, key = ""): void {
    const sent: PoolMessage = { topic, key, message };
    const messageKey = `${topic} ${key}`;
    if (message === undefined) messages.delete(messageKey);
    else messages.set(messageKey, sent);
    for (const { thread } of seats) thread?.postMessage(sent);
  }

  async function close(): Promise<void> {
    closed = true;
    for (const { reject } of queue.splice(0)) reject(closing());
    await Promise.all(seats.flatMap(({ thread }) => (thread ? [thread.terminate()] : [])));
    for (const seat of seats) seat.job?.reject(closing());
  }

  function next(): void {
    const free = seats.filter(({ job }) => job === undefined);
    for (const seat of [...free.filter(({ thread }) => thread), ...free.filter(({ thread }) => !thread)]) {
      const job = queue.shift();
      if (!job) return;
      seat.job = job;
      const thread = seat.thread ?? occupy(seat);
      if (whenNeeded) thread.ref();
      thread.postMessage({ id: job.id, task: job.task }, job.transfer);
    }
  }

  function occupy(seat: Seat): Worker {
    const thread = new Worker(script, {
      workerData,
      ...(youngMb === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
    });
    seat.thread = thread;
    for (const sent of messages.values()) thread.postMessage(sent);
    thread.on("message", (reply: PoolReply) => settle(seat, reply));
    thread.once("error", (error) => lose(seat, thread, error as Error));
    thread.once("exit", (code) => lose(seat, thread, new Error(`the thread ended with code ${code}`)));
    return thread;
  }

  function settle(at: Seat, reply: PoolReply): void {
    const { job } = at;
    at.job = undefined;
    if (whenNeeded) at.thread?.unref();
    if ("result" in reply) job?.resolve(reply.result);
    else job?.reject(new Failure("defect", reply.error));
    next();
  }

  function lose(at: Seat, which: Worker, error: Error): void {
    if (closed || at.thread !== which) return;
    const { job } = at;
    at.job = undefined;
    at.thread = undefined;
    job?.reject(new Failure("defect", "the thread that worked on it ended", {}, error));
    onLost(error);
    if (!whenNeeded) occupy(at);
    next();
  }
}

/**
 * Returns the buffers to transfer to another thread: memory that only these bytes use; a view into a larger buffer
 * is copied.
 */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

const closing = () => new Failure("dependency", "the threads are being ended", { reason: "closing" });
