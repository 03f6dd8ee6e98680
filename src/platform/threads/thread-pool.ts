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

/** What a pool's thread sends back. */
export type PoolReply = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

/** What every thread of a pool is sent beside its tasks. */
export interface PoolMessage {
  readonly topic: string;
  /** What of the topic the message replaces: a project's id, "" where there is only one. */
  readonly key: string;
  readonly message: unknown;
}

export interface PoolOptions {
  readonly script: URL;
  readonly size: number;
  /** `when-needed`: a thread is started with the first task for it, and an idle one keeps no process alive. */
  readonly start?: "at-once" | "when-needed";
  readonly workerData?: unknown;
  /** Room for new objects in each thread, in MB; V8's own 48 is mostly garbage that waits. */
  readonly youngMb?: number;
  /** A thread that ended by itself (out of memory, an exception outside a task) was replaced. */
  readonly onLost: (error: Error) => void;
}

/**
 * Threads that run one task each at a time. A task on a thread that ends is rejected with Failure("defect"); the
 * thread is replaced. tell() reaches every thread, also later replacements, before any task that is run after it.
 * What waits when the pool is closed is rejected with Failure("dependency").
 */
export function createThreadPool({ script, size, start = "at-once", workerData, youngMb, onLost }: PoolOptions) {
  const queue: Job[] = [];
  const told = new Map<string, PoolMessage>();
  const whenNeeded = start === "when-needed";
  let nextId = 0;
  let closed = false;
  const seats: Seat[] = Array.from({ length: size }, () => ({ thread: undefined, job: undefined }));
  if (!whenNeeded) for (const seat of seats) occupy(seat);

  return { run, tell, close, size };

  /** `isFirst`: it need not wait for tasks that wait already. */
  function run(task: unknown, transfer: readonly ArrayBuffer[] = [], isFirst = false): Promise<unknown> {
    if (closed) return Promise.reject(closing());
    return new Promise((resolve, reject) => {
      queue[isFirst ? "unshift" : "push"]({ id: nextId++, task, transfer, resolve, reject });
      next();
    });
  }

  /**
   * The newest message of each topic and key counts, and a new thread gets those in the order of their first sending.
   * `undefined` takes a message back: threads that run get it, later ones nothing.
   */
  function tell(topic: string, message: unknown, key = ""): void {
    const sent: PoolMessage = { topic, key, message };
    const place = `${topic} ${key}`;
    if (message === undefined) told.delete(place);
    else told.set(place, sent);
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
    for (const sent of told.values()) thread.postMessage(sent);
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

/** Memory that belongs to these bytes alone moves to the other thread; a view into something larger is copied. */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

const closing = () => new Failure("dependency", "the threads are being ended", { reason: "closing" });
