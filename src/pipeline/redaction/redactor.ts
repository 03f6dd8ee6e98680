import type { PrivacyRules } from "../../domain/redaction.ts";
import { createThreadPool } from "../../lib/thread-pool.ts";
import type { Batch, Signal } from "../../ports/admission.ts";
import type { TextScrubber } from "../../ports/text-scrubber.ts";
import { createBatchRedactor, type RedactedBatch } from "./redact-batch.ts";

export interface RedactTask {
  readonly bytes: Uint8Array;
  readonly signal: Signal;
  /** The rules as JSON. */
  readonly rules: string;
}

/** Texts that came out of no batch. */
export interface ScrubTask {
  readonly texts: readonly string[];
  readonly rules: string;
}

export interface Redactor {
  /** Takes the memory of the batch's bytes. Rejects with Failure("defect") where redacting ended the thread. */
  redact(batch: Pick<Batch, "bytes" | "signal">, rules: PrivacyRules): Promise<RedactedBatch>;
  /** Rejects as redact() does. */
  readonly scrub: TextScrubber;
  close(): Promise<void>;
}

/** Up to here it takes a fraction of a millisecond, less than handing it to a thread is worth. */
const inlineBytes = 16 * 1024;

/** Redacts off the main thread what is not small; patterns of a project's own always, because they are slow. */
export function createRedactor({ onLost }: { onLost: (error: Error) => void }): Redactor {
  const pool = createThreadPool({ script: new URL("./thread.ts", import.meta.url), size: 1, youngMb: 6, onLost });
  const names = new WeakMap<
    PrivacyRules,
    { readonly json: string; readonly inline: ReturnType<typeof createBatchRedactor> }
  >();
  return {
    async redact({ bytes, signal }, rules) {
      const known = names.get(rules) ?? { json: JSON.stringify(rules), inline: createBatchRedactor(rules) };
      names.set(rules, known);
      if (isIdle(rules)) return { bytes, counts: new Map() };
      if (bytes.length <= inlineBytes && rules.patterns.length === 0) return known.inline(bytes, signal);
      const { buffer, byteLength } = bytes;
      const own = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength ? [buffer] : [];
      return (await pool.run({ bytes, signal, rules: known.json } satisfies RedactTask, own)) as RedactedBatch;
    },
    async scrub(texts, { kinds, patterns }) {
      const rules: PrivacyRules = { kinds, patterns, content: "kept" };
      const task: ScrubTask = { texts, rules: JSON.stringify(rules) };
      return (await pool.run(task)) as Awaited<ReturnType<TextScrubber>>;
    },
    close: () => pool.close(),
  };
}

const isIdle = ({ kinds, patterns, content }: PrivacyRules) =>
  kinds.length === 0 && patterns.length === 0 && content === "kept";
