import { Worker } from "node:worker_threads";
import { Failure } from "./failure.ts";

interface Job {
  readonly id: number;
  readonly task: unknown;
  readonly transfer: readonly ArrayBuffer[];
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: unknown) => void;
}

interface Seat {
  thread: Worker;
  job: Job | undefined;
}

/** What a pool's thread sends back. */
export type PoolReply = { readonly id: number } & ({ readonly result: unknown } | { readonly error: string });

export interface PoolOptions {
  readonly script: URL;
  readonly size: number;
  readonly workerData?: unknown;
  /** Room for new objects in each thread, in MB; V8's own 48 is mostly garbage that waits. */
  readonly youngMb?: number;
  /** A thread that ended by itself (out of memory, an exception outside a task) was replaced. */
  readonly onLost: (error: Error) => void;
}

/**
 * Threads that run one task each at a time. A task on a thread that ends is rejected with Failure("defect"); the
 * thread is replaced. tell() reaches every thread, also later replacements, before any task that is run after it.
 */
export function createThreadPool({ script, size, workerData, youngMb, onLost }: PoolOptions) {
  const queue: Job[] = [];
  const told = new Map<string, unknown>();
  let nextId = 0;
  let closed = false;
  const seats: Seat[] = Array.from({ length: size }, () => seat());

  return { run, tell, close, size };

  function run(task: unknown, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
    return new Promise((resolve, reject) => {
      queue.push({ id: nextId++, task, transfer, resolve, reject });
      next();
    });
  }

  /** The newest message of each topic is what counts. */
  function tell(topic: string, message: unknown): void {
    told.set(topic, message);
    for (const { thread } of seats) thread.postMessage({ topic, message });
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all(seats.map(({ thread }) => thread.terminate()));
  }

  function next(): void {
    for (const free of seats.filter(({ job }) => job === undefined)) {
      const job = queue.shift();
      if (!job) return;
      free.job = job;
      free.thread.postMessage({ id: job.id, task: job.task }, job.transfer);
    }
  }

  function seat(): Seat {
    const made: Seat = { thread: start(() => made), job: undefined };
    return made;
  }

  function start(own: () => Seat): Worker {
    const thread = new Worker(script, {
      workerData,
      ...(youngMb === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
    });
    for (const [topic, message] of told) thread.postMessage({ topic, message });
    thread.on("message", (reply: PoolReply) => settle(own(), reply));
    thread.once("error", (error) => lose(own(), error as Error));
    return thread;
  }

  function settle(at: Seat, reply: PoolReply): void {
    const { job } = at;
    at.job = undefined;
    if ("result" in reply) job?.resolve(reply.result);
    else job?.reject(new Failure("defect", reply.error));
    next();
  }

  function lose(at: Seat, error: Error): void {
    const { job } = at;
    at.job = undefined;
    job?.reject(new Failure("defect", "the thread that worked on it ended", {}, error));
    if (closed) return;
    onLost(error);
    at.thread = start(() => at);
    next();
  }
}
