import type { CheckHistory } from "../../checks/index.ts";
import type { PartsRequest, TraceReader, TraceSummary } from "../../datapoints/index.ts";
import { wholeTrace } from "../../datapoints/service.ts";
import { spanLinksOf } from "../../otlp/service.ts";
import { Failure } from "../../platform/failure.ts";
import { type RetryOptions, retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import { lostThreadOf } from "../../platform/threads/lost-thread.ts";
import type { Tombstones } from "../../privacy/index.ts";
import type { BatchMember, Journal, NewResult } from "../../storage/index.ts";
import { stageRetries } from "../stage-retries.ts";
import type { HistoryFeed } from "../traces/history-feed.ts";
import type { EarlierTrace, ProcessEntry, WorkerReply, WorkerTask } from "../traces/process.ts";
import type { TakenTrace } from "../traces/taken-trace.ts";
import { type BatchResult, resultOf } from "./batch-result.ts";
import type { Strikes } from "./strikes.ts";

interface Dependencies {
  readonly journal: Pick<Journal, "read">;
  readonly traces: Pick<TraceReader, "summaries" | "parts">;
  readonly process: (task: WorkerTask, transfer: readonly ArrayBuffer[], isApart: boolean) => Promise<WorkerReply>;
  readonly history: HistoryFeed;
  readonly strikes: Pick<Strikes, "ruledOut" | "struckTrace" | "add">;
  /** Runs a read of the store: waits while the engine is unavailable, and rejects if the read itself is at fault. */
  readonly reading: <Result>(table: string, read: () => Promise<Result>) => Promise<Result>;
  /** Deleted data is not stored again. */
  readonly tombstones: Pick<Tombstones, "covers">;
  readonly telemetry: Telemetry;
  readonly signal: AbortSignal;
  /** The clock that all processes share, Unix milliseconds. Row versions derive from it. */
  readonly now: () => number;
}

/** Limits on the stored parts that one batch reads back. A trace is read whole only within `wholeTrace`. */
const readBack = { items: 2000, bytes: 16 * 2 ** 20 } as const;
/** Maximum number of new spans whose context is read, for a trace that is too large to be read whole. */
const neighbors = 200;

export type Summaries = ReadonlyMap<string, TraceSummary>;

/** The inputs of one evaluation besides its traces. */
interface Given {
  readonly summaries: Summaries;
  /** Absent if traces are assembled again from stored parts. */
  readonly members?: readonly BatchMember[];
  /** Whether it runs on a separate thread because traces of the project ended threads. */
  readonly isApart?: boolean;
  readonly file: NewResult;
  /** Options for retrying the save if the disk rejects the result. */
  readonly again: RetryOptions;
}

/**
 * Creates the function that runs the stages from "assemble datapoints" to "evaluate" for one write batch: it reads
 * the stored parts of the traces and calls a worker.
 */
export function createEvaluateBatch(dependencies: Dependencies) {
  const { journal, traces, process, history, strikes, reading, tombstones, telemetry, now } = dependencies;
  let lastVersion = 0;
  /** A lost journal cannot be read while it is being reopened. */
  const journalRetries = stageRetries(dependencies, "read", "the journal cannot be read; Gaffe retries");
  return { summariesOf, portions, evaluate };

  /** Reads what all processes have stored of these traces, by key. */
  async function summariesOf(taken: readonly TakenTrace[]): Promise<Summaries> {
    const named = taken.filter(({ traceId }) => traceId !== "");
    return named.length === 0 ? new Map() : reading("trace_batches", () => traces.summaries(named));
  }

  /** Splits the traces into groups whose stored parts can be read back with bounded memory. */
  function portions(taken: readonly TakenTrace[], summaries: Summaries): readonly (readonly TakenTrace[])[] {
    const all: TakenTrace[][] = [];
    let [items, bytes] = [Number.POSITIVE_INFINITY, 0];
    for (const trace of taken) {
      const summary = summaries.get(trace.key);
      const more = {
        items: Math.min(wholeTrace.items, summary?.items ?? 0),
        bytes: Math.min(wholeTrace.bytes, summary?.bytes ?? 0),
      };
      if (items + more.items > readBack.items || bytes + more.bytes > readBack.bytes) {
        all.push([]);
        [items, bytes] = [0, 0];
      }
      items += more.items;
      bytes += more.bytes;
      all.at(-1)?.push(trace);
    }
    return all;
  }

  /**
   * Resolves with the content of the result once it is written but not yet saved. If a trace ends the worker, its
   * strike is durable when this rejects, and the next attempt leaves out the check at fault.
   */
  async function evaluate(
    batchId: string,
    taken: readonly TakenTrace[],
    { summaries, members, isApart = false, file, again }: Given,
  ): Promise<BatchResult> {
    const earlier = await earlierOf(taken, summaries, members === undefined);
    const version = nextVersion(earlier);
    let known = await reading("datapoints", () => history.ahead(taken.map(({ projectId }) => projectId)));
    for (;;) {
      const ruledOut = strikes.ruledOut(taken);
      const common = { batchId, version, earlier, history: known, location: file.location };
      const task = ruledOut.length === 0 ? common : { ...common, ruledOut };
      const reply = await retrying(() => processed(task, members ?? [], isApart), again).catch(
        async (thrown: unknown) => {
          await addStrike(taken, thrown);
          throw thrown;
        },
      );
      if (reply.kind === "written") return resultOf(reply.head, file);
      const before: CheckHistory = known;
      known = await reading("datapoints", () => history.read(reply.keys, before));
    }
  }

  async function addStrike(taken: readonly TakenTrace[], thrown: unknown): Promise<void> {
    const [trace, lost] = [strikes.struckTrace(thrown, taken), lostThreadOf(thrown)];
    if (!trace || !lost) return;
    const { step } = lost.at;
    telemetry.emit({
      kind: "traces-struck",
      level: "warn",
      labels: { cause: lost.cause },
      message: "a trace ended the thread that processed it; it is processed again without the check at fault",
      facts: { project: trace.projectId, trace: trace.traceId, step, reason: lost.reason },
    });
    await retrying(() => strikes.add(trace, lost), journalRetries);
  }

  async function processed(task: Omit<WorkerTask, "entries">, members: readonly BatchMember[], isApart: boolean) {
    const entries = await retrying(async () => read(members), journalRetries);
    const transfer = entries.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    const reply = await process({ ...task, entries }, transfer, isApart);
    if (reply.kind !== "refused") return reply;
    const facts = { reason: "journal_failed", retryAfterSeconds: 5 };
    throw new Failure("dependency", `the result of a write batch cannot be written: ${reply.reason}`, facts);
  }

  /**
   * Returns a hybrid logical clock value (S. Kulkarni et al., Logical Physical Clocks, 2014): microseconds, but above
   * every stored version of these traces, so that a process whose clock is behind replaces what it read. Two numbers
   * above each version stay free for the verdicts of jobs and of checks over stored data.
   */
  function nextVersion(earlier: readonly EarlierTrace[]): number {
    const stored = earlier.reduce((most, { summary }) => Math.max(most, summary.version), 0);
    lastVersion = Math.max(lastVersion + 1, Math.floor(now() * 1000), stored + 3);
    return lastVersion;
  }

  async function earlierOf(
    taken: readonly TakenTrace[],
    summaries: Summaries,
    isReconciled: boolean,
  ): Promise<readonly EarlierTrace[]> {
    const again = taken.filter(({ key }) => summaries.has(key));
    const found: EarlierTrace[] = [];
    for (const [projectId, ofProject] of Map.groupBy(again, (trace) => trace.projectId)) {
      const requests = await retrying(
        async () => ofProject.flatMap((trace) => requestOf(trace, summaries.get(trace.key))),
        journalRetries,
      );
      const stored = await reading("spans", () => traces.parts(projectId, requests));
      for (const { key, traceId, isReplay = false } of ofProject) {
        const [parts, summary] = [stored.get(traceId), summaries.get(key)];
        if (parts && summary)
          found.push({ projectId, traceId, parts, summary, storesAll: isReconciled || isReplay || !summary.isSettled });
      }
    }
    return found;
  }

  /**
   * For a trace that is too large to be read whole: requests the context of the new spans and of the spans they refer
   * to.
   */
  function requestOf({ traceId, refs }: TakenTrace, summary: TraceSummary | undefined): PartsRequest | [] {
    if (!summary) return [];
    if (summary.items <= wholeTrace.items && summary.bytes <= wholeTrace.bytes)
      return { traceId, summary, spanIds: [], parentSpanIds: [] };
    const links = [...Map.groupBy(refs, ({ seq }) => seq)].flatMap(([seq, ofEntry]) => {
      const entry = journal.read(seq);
      return entry ? spanLinksOf(entry.bytes, entry.signal, new Set(ofEntry.map(({ item }) => item))) : [];
    });
    const distinct = (ids: readonly string[]) => [...new Set(ids)].filter((id) => id !== "").slice(0, neighbors);
    return {
      traceId,
      summary,
      spanIds: distinct(links.map(({ spanId }) => spanId)),
      parentSpanIds: distinct(links.map(({ parentSpanId }) => parentSpanId)),
    };
  }

  function read(members: readonly BatchMember[]): ProcessEntry[] {
    return members.flatMap(({ seq, items }) => {
      const entry = journal.read(seq);
      if (!entry) return []; // Completed before a crash, or damaged: the journal counts and logs it.
      const { projectId, source, signal, receivedAt, bytes, traceIds } = entry;
      const wanted = items ?? [...traceIds.keys()];
      const left = wanted.filter(
        (item) => !tombstones.covers({ projectId, receivedAt, traceId: traceIds[item] ?? "" }),
      );
      countErased(wanted.length - left.length);
      if (left.length === 0) return [];
      const isWhole = items === undefined && left.length === wanted.length;
      const common = { seq, projectId, source, signal, receivedAt, bytes, itemCount: traceIds.length };
      return isWhole ? { ...common } : { ...common, items: left };
    });
  }

  function countErased(count: number): void {
    if (count === 0) return;
    const message = "items were not stored because the user, session or call they belong to was deleted";
    telemetry.emit({ kind: "items-erased", level: "info", count, message });
  }
}

export type EvaluateBatch = ReturnType<typeof createEvaluateBatch>;
