import type { PrivacyRules } from "../../datapoints/index.ts";
import type { Batch } from "../../otlp/index.ts";
import type { LostThread } from "../../platform/threads/lost-thread.ts";
import { createThreadPool, ownMemory } from "../../platform/threads/thread-pool.ts";
import type { TextScrubber } from "../ports/text-scrubber.ts";
import { createBatchRedactor, type ReadRaw, type RedactedBatch } from "./redact-batch.ts";

type Given = Pick<Batch, "bytes" | "signal" | "source">;

export interface RedactTask extends Given {
  /** The rules as JSON. */
  readonly rules: string;
}

/** Texts that are not part of a batch. */
export interface ScrubTask {
  readonly texts: readonly string[];
  readonly rules: string;
}

export interface Redactor {
  /** Takes ownership of the batch's bytes. Rejects with Failure("defect") if redacting ended the thread. */
  redact(batch: Given, rules: PrivacyRules): Promise<RedactedBatch>;
  /** Rejects as redact() does. */
  readonly scrub: TextScrubber;
  close(): Promise<void>;
}

/** Up to this size it takes a fraction of a millisecond, less than a transfer to a thread. */
const inlineBytes = 16 * 1024;

interface RedactorDependencies {
  /** Serves RedactTasks and ScrubTasks (src/app/worker-redaction.ts). */
  readonly script: URL;
  readonly readRaw: ReadRaw;
  readonly onLost: (lost: LostThread) => void;
}

/** Redacts large batches off the main thread; batches with custom patterns always, because those are slow. */
export function createRedactor({ script, readRaw, onLost }: RedactorDependencies): Redactor {
  const pool = createThreadPool({ script, size: 1, youngMb: 6, onLost });
  const compiled = new WeakMap<PrivacyRules, { readonly json: string; readonly inline: RedactBatch }>();
  return {
    async redact({ bytes, signal, source }, rules) {
      const known = compiled.get(rules) ?? { json: JSON.stringify(rules), inline: bySource(rules, readRaw) };
      compiled.set(rules, known);
      if (isIdle(rules)) return { bytes, counts: new Map() };
      const task: RedactTask = { bytes, signal, source, rules: known.json };
      if (bytes.length <= inlineBytes && rules.patterns.length === 0) return known.inline(task);
      return (await pool.run(task, { transfer: ownMemory(bytes) })) as RedactedBatch;
    },
    async scrub(texts, { kinds, patterns }) {
      const rules: PrivacyRules = { kinds, patterns, content: "stored" };
      const task: ScrubTask = { texts, rules: JSON.stringify(rules) };
      return (await pool.run(task)) as Awaited<ReturnType<TextScrubber>>;
    },
    close: () => pool.close(),
  };
}

/** Only the proxy's own batches may contain raw calls; data from other sources is never read as one. */
export function bySource(rules: PrivacyRules, readRaw: ReadRaw): RedactBatch {
  const [redact, redactProxied] = [createBatchRedactor(rules), createBatchRedactor(rules, readRaw)];
  return ({ bytes, signal, source }) => (source === "proxy" ? redactProxied : redact)(bytes, signal);
}

type RedactBatch = (given: Given) => RedactedBatch;

const isIdle = ({ kinds, patterns, content }: PrivacyRules) =>
  kinds.length === 0 && patterns.length === 0 && content === "stored";
