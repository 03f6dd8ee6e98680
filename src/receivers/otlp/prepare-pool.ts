import { Worker } from "node:worker_threads";
import { Failure } from "../../lib/failure.ts";
import { type Body, type Prepared, prepareBody } from "../../otlp/prepare.ts";

export interface PreparePool {
  /** prepareBody() off the main thread where it could take longer than a moment. Takes the memory of `body.bytes`. */
  readonly prepare: (body: Body) => Promise<Prepared>;
  /** Ends the threads; what is not done is refused. */
  close(): Promise<void>;
}

interface Job {
  readonly body: Body;
  readonly resolve: (prepared: Prepared) => void;
  readonly reject: (failure: Failure) => void;
}

/** Bodies up to here take at most a few milliseconds, less than handing them to a thread is worth. */
const inlineBytes = { identity: 64 * 1024, gzip: 8 * 1024 } as const;

/** One body a thread at a time, the rest in order: what decompression holds at once is bounded by `threads`. */
export function createPreparePool({ threads = 1 }: { threads?: number } = {}): PreparePool {
  const waiting: Job[] = [];
  const idle: Worker[] = [];
  const busy = new Map<Worker, Job>();
  let closed = false;

  return {
    async prepare(body) {
      if (closed) throw new Failure("dependency", "the receiver is closing", { reason: "closing" });
      if (body.bytes.length <= inlineBytes[body.compression]) return prepareBody(body);
      return new Promise((resolve, reject) => {
        waiting.push({ body, resolve, reject });
        next();
      });
    },
    async close() {
      closed = true;
      for (const job of waiting.splice(0)) job.reject(new Failure("dependency", "the receiver is closing"));
      await Promise.all([...idle, ...busy.keys()].map((worker) => worker.terminate()));
    },
  };

  function next(): void {
    if (closed) return;
    while (waiting.length > 0) {
      const worker = idle.pop() ?? (busy.size < threads ? start() : undefined);
      if (worker === undefined) return;
      const job = waiting.shift() as Job;
      busy.set(worker, job);
      worker.ref();
      worker.postMessage(job.body, ownMemory(job.body.bytes));
    }
  }

  function start(): Worker {
    const worker = new Worker(new URL("prepare-worker.ts", import.meta.url), {
      resourceLimits: { maxYoungGenerationSizeMb: 6 },
    });
    worker.on("message", (prepared: Prepared) => {
      const job = busy.get(worker);
      busy.delete(worker);
      idle.push(worker);
      // An idle thread keeps no process alive.
      worker.unref();
      job?.resolve(prepared);
      next();
    });
    worker.on("error", (cause) => gone(worker, cause));
    worker.on("exit", () => gone(worker));
    return worker;
  }

  /** A thread that died takes its job along; the next job gets a new one. */
  function gone(worker: Worker, cause?: unknown): void {
    const job = busy.get(worker);
    busy.delete(worker);
    const index = idle.indexOf(worker);
    if (index >= 0) idle.splice(index, 1);
    job?.reject(new Failure("defect", "a body ended the thread that read it", {}, cause));
    next();
  }
}

/** Memory that belongs to these bytes alone moves to the other thread; a view into something larger is copied. */
export function ownMemory(bytes: Uint8Array): ArrayBuffer[] {
  const { buffer } = bytes;
  return buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength ? [buffer] : [];
}
