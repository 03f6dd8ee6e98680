import type { Body, Prepared } from "../../otlp/index.ts";
import { defaultLimits, prepareBody } from "../../otlp/service.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { LostThread } from "../../platform/threads/lost-thread.ts";
import { createThreadPool, ownMemory } from "../../platform/threads/thread-pool.ts";

export interface PreparePool {
  /**
   * Runs prepareBody(), off the main thread where it can take longer; projects take turns. Takes ownership of the memory
   * of `body.bytes`.
   */
  readonly prepare: (body: Body, project: ProjectId) => Promise<Prepared>;
  /** Ends the threads; unfinished bodies are refused. */
  close(): Promise<void>;
}

/** A byte of gzip costs as much as this many bytes of the text that it may inflate to. */
const gzipCost = 10;

/** Bodies up to this size take at most a few milliseconds, less than the overhead of handing them to a thread. */
const inlineBytes = { identity: 64 * 1024, gzip: 8 * 1024 } as const;

/**
 * Prepares a small body here, or returns undefined if a thread must do it: 8 KB of gzip can inflate to 8 MB. Inflating
 * ends at the limit for plain bodies, whatever the compression claims.
 */
export function prepareSmall(body: Body): Prepared | undefined {
  if (body.bytes.length > inlineBytes[body.compression]) return undefined;
  const limits = body.limits ?? defaultLimits;
  if (body.compression === "identity" || limits.inflatedBodyBytes <= inlineBytes.identity) return prepareBody(body);
  const prepared = prepareBody({ ...body, limits: { ...limits, inflatedBodyBytes: inlineBytes.identity } });
  return prepared.kind === "refused" && prepared.reason === "too_large" ? undefined : prepared;
}

/** Each thread processes one body at a time, the others wait: `threads` bounds the memory for decompression. */
export function createPreparePool({
  threads = 1,
  onLost,
}: {
  threads?: number;
  onLost: (lost: LostThread) => void;
}): PreparePool {
  const script = new URL("prepare-worker.ts", import.meta.url);
  const pool = createThreadPool({ script, size: threads, start: "when-needed", youngMb: 6, onLost });
  return {
    async prepare(body, project) {
      const small = prepareSmall(body);
      if (small) return small;
      const cost = body.bytes.length * (body.compression === "gzip" ? gzipCost : 1);
      return (await pool.run(body, { transfer: ownMemory(body.bytes), tenant: project, cost })) as Prepared;
    },
    close: pool.close,
  };
}
