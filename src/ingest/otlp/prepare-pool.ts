import { type Body, type Prepared, prepareBody } from "../../otlp/prepare.ts";
import { createThreadPool, ownMemory } from "../../platform/threads/thread-pool.ts";

export interface PreparePool {
  /** prepareBody() off the main thread where it could take longer than a moment. Takes the memory of `body.bytes`. */
  readonly prepare: (body: Body) => Promise<Prepared>;
  /** Ends the threads; what is not done is refused. */
  close(): Promise<void>;
}

/** Bodies up to here take at most a few milliseconds, less than handing them to a thread is worth. */
const inlineBytes = { identity: 64 * 1024, gzip: 8 * 1024 } as const;

/** One body a thread at a time, the rest in order: what decompression holds at once is bounded by `threads`. */
export function createPreparePool({
  threads = 1,
  onLost,
}: {
  threads?: number;
  onLost: (error: Error) => void;
}): PreparePool {
  const script = new URL("prepare-worker.ts", import.meta.url);
  const pool = createThreadPool({ script, size: threads, start: "when-needed", youngMb: 6, onLost });
  return {
    async prepare(body) {
      if (body.bytes.length <= inlineBytes[body.compression]) return prepareBody(body);
      return (await pool.run(body, ownMemory(body.bytes))) as Prepared;
    },
    close: pool.close,
  };
}
