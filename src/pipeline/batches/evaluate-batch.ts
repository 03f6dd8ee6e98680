import type { CheckHistory } from "../../checks/verdicts/check-history.ts";
import {
  type PartsRequest,
  type TraceReader,
  type TraceSummary,
  wholeTrace,
} from "../../datapoints/ports/datapoint-reader.ts";
import { spanLinksOf } from "../../otlp/span-links.ts";
import { Failure } from "../../platform/failure.ts";
import { type RetryOptions, retrying } from "../../platform/scheduling/retry.ts";
import type { Telemetry } from "../../platform/telemetry/telemetry.ts";
import type { Tombstones } from "../../privacy/stages/tombstones.ts";
import type { BatchMember, Journal, NewResult } from "../../storage/ports/journal.ts";
import { stationRetries } from "../station-retries.ts";
import type { HistoryFeed } from "../traces/history-feed.ts";
import type { EarlierTrace, ProcessEntry, WorkerReply, WorkerTask } from "../traces/process.ts";
import type { TakenTrace } from "../traces/taken-trace.ts";
import { type BatchResult, resultOf } from "./batch-result.ts";

interface Dependencies {
  readonly journal: Pick<Journal, "read">;
  readonly traces: Pick<TraceReader, "summaries" | "parts">;
  readonly process: (task: WorkerTask, transfer: readonly ArrayBuffer[]) => Promise<WorkerReply>;
  readonly history: HistoryFeed;
  /** Reads from the store: waits while the engine is away, and rejects where it is not the engine's fault. */
  readonly reading: <Result>(table: string, read: () => Promise<Result>) => Promise<Result>;
  /** What was deleted is not stored again. */
  readonly tombstones: Pick<Tombstones, "covers">;
  readonly telemetry: Telemetry;
  /** Ends all waiting. */
  readonly signal: AbortSignal;
  /** The clock that all processes share, Unix milliseconds: row versions begin with it. */
  readonly now: () => number;
}

/** Of traces with stored parts, what one batch reads back at most: whole ones are at most `wholeTrace` each. */
const readBack = { items: 2000, bytes: 16 * 2 ** 20 } as const;
/** New spans whose surroundings are read, of a trace that is too large to be read whole. */
const neighbors = 200;

export type Summaries = ReadonlyMap<string, TraceSummary>;

/** The inputs of one evaluation, next to its traces. */
interface Given {
  readonly summaries: Summaries;
  /** Absent where traces are assembled again from what is stored. */
  readonly members?: readonly BatchMember[];
  /** Where the result is written. */
  readonly file: NewResult;
  /** How it is tried again when the disk does not take the result. */
  readonly again: RetryOptions;
}

/** Stages "assemble datapoints" to "evaluate" for one write batch: what is stored of its traces, and a worker's answer. */
export function createEvaluateBatch(dependencies: Dependencies) {
  const { journal, traces, process, history, reading, tombstones, telemetry, now } = dependencies;
  let lastVersion = 0;
  /** While a journal that was lost is opened again, it cannot be read. */
  const journalRetries = stationRetries(dependencies, "read", "the journal cannot be read; it is tried again");
  return { summariesOf, portions, evaluate };

  /** What is stored of these traces, by key: a question to the store, for any process. */
  async function summariesOf(taken: readonly TakenTrace[]): Promise<Summaries> {
    const named = taken.filter(({ traceId }) => traceId !== "");
    return named.length === 0 ? new Map() : reading("trace_batches", () => traces.summaries(named));
  }

  /** The traces in portions whose stored parts can be read back with bounded memory. */
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

  /** Resolves when the result is written, but not yet saved, with what is in it. */
  async function evaluate(
    batchId: string,
    taken: readonly TakenTrace[],
    { summaries, members, file, again }: Given,
  ): Promise<BatchResult> {
    const earlier = await earlierOf(taken, summaries, members === undefined);
    const version = nextVersion(earlier);
    let known = await reading("datapoints", () => history.ahead(taken.map(({ projectId }) => projectId)));
    for (;;) {
      const task = { batchId, version, earlier, history: known, place: file.place };
      const reply = await retrying(() => processed(task, members ?? []), again);
      if (reply.kind === "written") return resultOf(reply.head, file);
      const before: CheckHistory = known;
      known = await reading("datapoints", () => history.read(reply.keys, before));
    }
  }

  async function processed(task: Omit<WorkerTask, "entries">, members: readonly BatchMember[]) {
    const entries = await retrying(async () => read(members), journalRetries);
    const transfer = entries.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    const reply = await process({ ...task, entries }, transfer);
    if (reply.kind !== "refused") return reply;
    const facts = { reason: "journal_failed", retryAfterSeconds: 5 };
    throw new Failure("dependency", `the result of a write batch cannot be written: ${reply.reason}`, facts);
  }

  /**
   * A hybrid logical clock (S. Kulkarni et al., Logical Physical Clocks, 2014): microseconds, but above every version
   * that is stored of these traces, so that a process whose clock is behind replaces what it read. Two numbers above
   * each version are left free for the verdicts of jobs and look-backs.
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

  /** Of a trace that is too large to be read whole: the new spans and what they name, to read what lies around them. */
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
      if (!entry) return []; // completed before a crash, or damaged: the journal counts and logs that
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
    const message = "items were not stored because what they belong to was deleted";
    telemetry.emit({ kind: "items-erased", level: "info", count, message });
  }
}

export type EvaluateBatch = ReturnType<typeof createEvaluateBatch>;
