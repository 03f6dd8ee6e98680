import type { PrivacyRules, RedactionPattern } from "../../datapoints/index.ts";
import type { Batch } from "../../otlp/index.ts";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import { type LostThread, lostThreadOf } from "../../platform/threads/lost-thread.ts";
import { createThreadPool, ownMemory } from "../../platform/threads/thread-pool.ts";
import type { TextScrubber } from "../ports/text-scrubber.ts";
import { createBatchRedactor, type MayRead, type ReadRaw, type RedactedBatch } from "./redact-batch.ts";
import { createRedactionPaces } from "./redaction-paces.ts";
import type { RedactionLimits } from "./redaction-watch.ts";

type Given = Pick<Batch, "bytes" | "signal" | "source">;

export interface RedactTask extends Given {
  readonly kind: "batch";
  /** The rules as JSON. */
  readonly rules: string;
  readonly limits: RedactionLimits;
}

/** Texts that are not part of a batch. */
export interface ScrubTask {
  readonly kind: "texts";
  readonly texts: readonly string[];
  readonly rules: string;
}

export interface ProbeTask {
  readonly kind: "probe";
  readonly patterns: readonly RedactionPattern[];
}

export type RedactReply = "refused" | (RedactedBatch & { readonly cpuMs: number });

type Scrubbed = Awaited<ReturnType<TextScrubber>>;

export interface Redactor {
  /**
   * Takes ownership of the batch's bytes. A text that its rules cannot search in time is replaced whole by a marker.
   * Rejects with Failure("dependency", …, {retryAfterSeconds}) if the request must be sent again.
   */
  redact(batch: Given & Pick<Batch, "projectId">, rules: PrivacyRules): Promise<RedactedBatch>;
  readonly scrub: TextScrubber;
  /** Redacts a text that a person tries, by rules that may be hostile; undefined if it does not finish. */
  tryRules(project: ProjectId, text: string, rules: PrivacyRules): Promise<Scrubbed | undefined>;
  /** Returns why the patterns cost too much on texts that are made for them. */
  probe(project: ProjectId, patterns: readonly RedactionPattern[]): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Up to this size it takes a fraction of a millisecond, less than a transfer to a thread. */
const inlineBytes = 16 * 1024;
/** The longest step on one text: a request that takes more is sent again, and then a text that does is replaced. */
const stallMs = { quick: 2000, slow: 5000 } as const;
/** What one request may take before others: longer ones have a thread that only they wait for. */
const light = { cpuMs: 1000, over: "refuse", skip: [] } as const;
const heavyCpuMs = 10_000;
/** Texts of one request that may end the thread, until none but short ones is searched. */
const maxStalls = 3;
const maxTrialsWaiting = 5;

interface RedactorDependencies {
  /** Serves the tasks (src/app/worker-redaction.ts). */
  readonly script: URL;
  readonly readRaw: ReadRaw;
  readonly onLost: (lost: LostThread) => void;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/**
 * Redacts large batches off the main thread; batches with custom patterns always, because those are slow. Projects take
 * turns by bytes, and requests that are expected to be slow have a separate thread: a project delays another by one
 * short request at most.
 */
export function createRedactor({ script, readRaw, onLost, now }: RedactorDependencies): Redactor {
  const common = { script, size: 1, youngMb: 6, stallMs: stallMs.quick, onLost } as const;
  const quick = createThreadPool(common);
  const slow = createThreadPool({ ...common, stallMs: stallMs.slow, start: "when-needed", niceness: 6 });
  const trials = createThreadPool({ ...common, start: "when-needed", niceness: 6 });
  const paces = createRedactionPaces(now);
  const compiled = new WeakMap<PrivacyRules, { readonly json: string; readonly inline: RedactBatch }>();

  return {
    async redact({ bytes, signal, source, projectId }, rules) {
      const known = compiled.get(rules) ?? { json: JSON.stringify(rules), inline: bySource(rules, readRaw) };
      compiled.set(rules, known);
      if (isIdle(rules)) return { bytes, counts: new Map(), unfinished: 0 };
      if (bytes.length <= inlineBytes && isQuick(rules)) return known.inline({ bytes, signal, source });
      const task = { kind: "batch", bytes, signal, source, rules: known.json } as const;
      return paces.isSlow(projectId, bytes.length) ? redactSlowly(projectId, task) : redactQuickly(projectId, task);
    },
    async scrub(texts, { kinds, patterns }) {
      return scrubOn(slow, "", texts, { kinds, patterns, content: "stored" });
    },
    async tryRules(project, text, rules) {
      refuseManyTrials(project);
      return scrubOn(trials, project, [text], rules).catch(unlessStalled);
    },
    async probe(project, patterns) {
      refuseManyTrials(project);
      const task: ProbeTask = { kind: "probe", patterns };
      try {
        return (await trials.run(task, { tenant: project })) as string | undefined;
      } catch (thrown) {
        const lost = lostThreadOf(thrown);
        if (lost?.cause !== "stalled") throw thrown;
        return `the pattern "${lost.at.step}" ${lost.reason} on a text made for it`;
      }
    },
    close: async () => void (await Promise.all([quick.close(), slow.close(), trials.close()])),
  };

  async function redactQuickly(project: ProjectId, task: Omit<RedactTask, "limits">): Promise<RedactedBatch> {
    const size = task.bytes.length;
    const run = quick.run({ ...task, limits: light }, { transfer: ownMemory(task.bytes), tenant: project, cost: size });
    const reply = await (run as Promise<RedactReply>).catch(unlessStalled);
    if (reply && reply !== "refused") {
      paces.note(project, size, reply.cpuMs);
      return reply;
    }
    paces.noteSlow(project);
    const facts = { reason: "redaction_slow", retryAfterSeconds: 1 };
    throw new Failure("dependency", "redacting the request takes long: send it again, it then has more time", facts);
  }

  async function redactSlowly(project: ProjectId, task: Omit<RedactTask, "limits">): Promise<RedactedBatch> {
    const size = task.bytes.length;
    let limits: RedactionLimits = { cpuMs: heavyCpuMs, over: "replace", skip: [] };
    for (;;) {
      try {
        // The bytes are copied: a text that ends the thread takes its memory along.
        const reply = (await slow.run({ ...task, limits }, { tenant: project, cost: size })) as RedactReply;
        if (reply === "refused") throw new Failure("defect", "a redaction without a limit was refused");
        paces.note(project, size, reply.cpuMs);
        return reply;
      } catch (thrown) {
        const number = Number.parseInt(lostThreadOf(thrown)?.at.item ?? "", 10);
        if (!Number.isInteger(number) || limits.skip.includes(number)) throw thrown;
        paces.noteSlow(project);
        const skip = [...limits.skip, number];
        limits = { cpuMs: skip.length < maxStalls ? heavyCpuMs : 0, over: "replace", skip };
      }
    }
  }

  async function scrubOn(
    pool: typeof slow,
    tenant: string,
    texts: readonly string[],
    rules: PrivacyRules,
  ): Promise<Scrubbed> {
    const task: ScrubTask = { kind: "texts", texts, rules: JSON.stringify(rules) };
    return (await pool.run(task, { tenant })) as Scrubbed;
  }

  function refuseManyTrials(project: ProjectId): void {
    if (trials.waiting(project) < maxTrialsWaiting) return;
    throw new Failure("dependency", "too many trials of this project are waiting", {
      retryAfterSeconds: stallMs.quick / 1000,
    });
  }
}

function unlessStalled(thrown: unknown): undefined {
  if (lostThreadOf(thrown)) return undefined;
  throw thrown;
}

/** Only the proxy's own batches may contain raw calls; data from other sources is never read as one. */
export function bySource(rules: PrivacyRules, readRaw: ReadRaw, mayRead?: MayRead): RedactBatch {
  const [redact, redactProxied] = [
    createBatchRedactor(rules, { mayRead }),
    createBatchRedactor(rules, { readRaw, mayRead }),
  ];
  return ({ bytes, signal, source }) => (source === "proxy" ? redactProxied : redact)(bytes, signal);
}

type RedactBatch = (given: Given) => RedactedBatch;

/** Phone numbers are searched by a library that took 0.7 s on 16 KB of single digits. */
const isQuick = ({ kinds, patterns }: PrivacyRules) => patterns.length === 0 && !kinds.includes("phone_number");

const isIdle = ({ kinds, patterns, content }: PrivacyRules) =>
  kinds.length === 0 && patterns.length === 0 && content === "stored";
