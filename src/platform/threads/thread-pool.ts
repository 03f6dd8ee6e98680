import { Worker } from "node:worker_threads";
import { Failure } from "../failure.ts";
import { createFairQueue } from "../scheduling/fair-queue.ts";
import { beatsOf, createHeartbeatMemory, type HeartbeatData, positionOf } from "./heartbeat.ts";
import { type LostThread, lostThreadFailure } from "./lost-thread.ts";

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
  heartbeat: SharedArrayBuffer;
  job: Job | undefined;
  /** The number of beats at the last look, and how many looks in a row found the same. */
  beats: number | undefined;
  idleLooks: number;
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
  /** Size of each thread's young generation, MB; V8's own default of 48 mostly holds garbage. */
  readonly youngMb?: number;
  /** Nice levels below the main thread (`lowerThreadPriority`). Default: 0. */
  readonly niceness?: number;
  /** A thread that does not advance for this long while it has a task is terminated. Default: 10 seconds. */
  readonly stallMs?: number;
  /** Called when a thread was lost (stalled, out of memory, an exception outside a task) and replaced. */
  readonly onLost: (lost: LostThread, error: Error) => void;
}

/** The `workerData` of a pool's thread. */
export interface PoolThreadData extends HeartbeatData {
  readonly script: string;
  readonly niceness: number;
}

export interface RunOptions {
  readonly transfer?: readonly ArrayBuffer[];
  /** The task runs before waiting ones. */
  readonly isFirst?: boolean;
  /** Whose task it is, such as a project: tenants take turns. */
  readonly tenant?: string;
  /** Share of a turn that the task takes, in bytes. */
  readonly cost?: number;
}

/** Cost that a tenant may add in each turn, in bytes. */
const quantum = 64 * 1024;
const poolThread = new URL("./pool-thread.ts", import.meta.url);
/** Looks are counted, not time: while the whole process is paused, or the machine is overloaded, none is made. */
const looksPerStall = 8;

export type ThreadPool = ReturnType<typeof createThreadPool>;

/**
 * Creates threads that run one task each at a time; tenants take turns. A task on a thread that stalls or ends is
 * rejected with Failure("defect") that names what it was at (`lostThreadOf`), and the thread is replaced. A broadcast
 * message reaches every thread, including later replacements, before any task that runs after it. Tasks that wait when
 * the pool is closed are rejected with Failure("dependency").
 */
export function createThreadPool(options: PoolOptions) {
  const { script, size, start = "at-once", youngMb, niceness = 0, stallMs = 10_000, onLost } = options;
  const urgent: Job[] = [];
  const queue = createFairQueue<Job>(quantum);
  const messages = new Map<string, PoolMessage>();
  const whenNeeded = start === "when-needed";
  let nextId = 0;
  let closed = false;
  const seats = Array.from({ length: size }, emptySeat);
  if (!whenNeeded) for (const seat of seats) occupy(seat);
  const watch = setInterval(look, stallMs / looksPerStall);
  watch.unref();

  return { run, tell: broadcast, close, size, waiting: queue.lengthOf };

  function run(task: unknown, options: RunOptions = {}): Promise<unknown> {
    if (closed) return Promise.reject(closing());
    const { transfer = [], isFirst = false, tenant = "", cost = 1 } = options;
    return new Promise((resolve, reject) => {
      const job: Job = { id: nextId++, task, transfer, resolve, reject };
      if (isFirst) urgent.unshift(job);
      else queue.push(tenant, job, cost);
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
    clearInterval(watch);
    for (const { reject } of [...urgent.splice(0), ...queue.drain()]) reject(closing());
    await Promise.all(seats.flatMap(({ thread }) => (thread ? [thread.terminate()] : [])));
    for (const seat of seats) seat.job?.reject(closing());
  }

  function next(): void {
    const free = seats.filter(({ job }) => job === undefined);
    for (const seat of [...free.filter(({ thread }) => thread), ...free.filter(({ thread }) => !thread)]) {
      const job = urgent.shift() ?? queue.shift();
      if (!job) return;
      seat.job = job;
      seat.idleLooks = 0;
      const thread = seat.thread ?? occupy(seat);
      if (whenNeeded) thread.ref();
      thread.postMessage({ id: job.id, task: job.task }, job.transfer);
    }
  }

  function occupy(seat: Seat): Worker {
    Object.assign(seat, emptySeat(), { job: seat.job });
    const data: PoolThreadData = { heartbeat: seat.heartbeat, script: script.href, niceness };
    const thread = new Worker(poolThread, {
      workerData: data,
      ...(youngMb === undefined ? {} : { resourceLimits: { maxYoungGenerationSizeMb: youngMb } }),
    });
    seat.thread = thread;
    for (const sent of messages.values()) thread.postMessage(sent);
    thread.on("message", (reply: PoolReply) => settle(seat, thread, reply));
    thread.once("error", (error) => lose(seat, thread, error as Error));
    thread.once("exit", (code) => lose(seat, thread, new Error(`the thread ended with code ${code}`)));
    return thread;
  }

  function settle(at: Seat, from: Worker, reply: PoolReply): void {
    if (at.thread !== from) return;
    const { job } = at;
    at.job = undefined;
    if (whenNeeded) at.thread?.unref();
    if ("result" in reply) job?.resolve(reply.result);
    else job?.reject(new Failure("defect", reply.error));
    next();
  }

  function look(): void {
    for (const seat of seats) {
      const beats = seat.job && beatsOf(seat.heartbeat);
      seat.idleLooks = beats !== undefined && beats === seat.beats ? seat.idleLooks + 1 : 0;
      seat.beats = beats;
      if (seat.idleLooks < looksPerStall || !seat.thread) continue;
      const stalled = seat.thread;
      lose(seat, stalled, new Error(`the thread did not advance for ${stallMs} ms`), "stalled");
      // Inside native code it ends when that returns; nobody waits for it.
      void stalled.terminate();
    }
  }

  function lose(at: Seat, which: Worker, error: Error, cause: LostThread["cause"] = "ended"): void {
    if (closed || at.thread !== which) return;
    const { job } = at;
    const reason = cause === "stalled" ? `did not finish within ${stallMs / 1000} s` : `failed: ${error.message}`;
    const lost: LostThread = { cause, reason, at: positionOf(at.heartbeat) };
    at.job = undefined;
    at.thread = undefined;
    job?.reject(lostThreadFailure(lost, error));
    onLost(lost, error);
    if (!whenNeeded) occupy(at);
    next();
  }
}

const emptySeat = (): Seat => ({
  thread: undefined,
  heartbeat: createHeartbeatMemory(),
  job: undefined,
  beats: undefined,
  idleLooks: 0,
});

/**
 * Returns the buffers to transfer to another thread: memory that only these bytes use; a view into a larger buffer
 * is copied.
 */
export function ownMemory({ buffer, byteLength }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
}

const closing = () => new Failure("dependency", "the threads are being ended", { reason: "closing" });
