import { isDeepStrictEqual } from "node:util";
import { type Around, type TraceSpan, traceSpanOf } from "../domain/around.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import type { JobOrder } from "../domain/job.ts";
import type { Recognize, Recognized, TraceInput, TracePart } from "../domain/recognition.ts";
import type { LogRecord, Span } from "../domain/span.ts";
import { messageOf } from "../lib/failure.ts";
import type { TraceParts } from "../ports/datapoint-reader.ts";
import type { WithdrawnWork } from "../ports/jobs.ts";
import type { Entry } from "../ports/journal.ts";
import type { Judged, KeptDatapoint, KeptTrace, RowEncoder, TableBatch } from "../ports/kept.ts";
import { distinctLogs, distinctSpans } from "./parts.ts";

/** Journal items of a plan, as a worker gets them. */
export interface ProcessEntry extends Pick<Entry, "projectId" | "source" | "signal" | "receivedAt" | "bytes"> {
  /** Which items; absent: all. */
  readonly items?: readonly number[];
}

export interface ProcessTask {
  readonly version: number;
  readonly entries: readonly ProcessEntry[];
  /** What is stored already of traces that are touched again. */
  readonly earlier: readonly (TraceParts & { readonly projectId: ProjectId; readonly traceId: string })[];
}

/** What became of one trace of the task. */
export interface TraceOutcome {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: number;
  readonly datapoints: number;
  readonly checks: number;
  readonly findings: number;
  /** Why nothing of it could be made. */
  readonly broken?: string;
  /** Nothing of it is stored: its user or session was deleted after the call. */
  readonly erased?: true;
}

export interface ProcessResult {
  readonly tables: readonly TableBatch[];
  readonly findings: readonly Finding[];
  /** Issues that lost an occurrence: a later part of the trace showed the call otherwise. */
  readonly retracted: readonly Pick<Finding, "projectId" | "issueId">[];
  /** Slow checks of these datapoints, for the jobs. */
  readonly orders: readonly JobOrder[];
  /** Datapoints whose jobs are over. */
  readonly withdrawn: readonly WithdrawnWork[];
  readonly outcomes: readonly TraceOutcome[];
}

interface Needs {
  readonly decodeTraces: (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly Span[];
  readonly decodeLogs: (bytes: Uint8Array, only?: ReadonlySet<number>) => readonly LogRecord[];
  /** Calls of the proxy that lie in the journal as they came, as the spans they stand for. */
  readonly readRaw?: (spans: readonly Span[]) => readonly Span[];
  readonly recognize: Recognize;
  /** Stations 4 and 5: what the monitors of its project say of a datapoint. */
  readonly examine: (datapoint: Datapoint, around: Around) => Judged;
  readonly encoder: RowEncoder;
  /** Calls that were deleted before they were stored take their trace along. */
  readonly isErased?: (datapoint: Datapoint) => boolean;
}

/**
 * Stations 3 to 5 and the encoding of 6, for the traces of one plan: bytes in, rows out, no I/O. Of a trace that was
 * stored in part before, only what is new or reads differently now is given out.
 */
export function createProcess({
  decodeTraces,
  decodeLogs,
  readRaw = (spans) => spans,
  recognize,
  examine,
  encoder,
  isErased = () => false,
}: Needs) {
  return ({ version, entries, earlier }: ProcessTask): ProcessResult => {
    const earlierOf = new Map(earlier.map((parts) => [`${parts.projectId} ${parts.traceId}`, parts]));
    const findings: Finding[] = [];
    const retracted: ProcessResult["retracted"][number][] = [];
    const orders: JobOrder[] = [];
    const withdrawn: WithdrawnWork[] = [];
    const outcomes = [...tracesOf(entries)].map(([key, trace]) => {
      try {
        const kept = keep(trace, earlierOf.get(key));
        if (kept.datapoints.some(({ datapoint }) => isErased(datapoint)))
          return { ...outcomeOf(trace), erased: true as const };
        encoder.add(kept, version);
        findings.push(...kept.datapoints.flatMap((one) => one.findings));
        retracted.push(...kept.retracted.map(({ finding: { projectId, issueId } }) => ({ projectId, issueId })));
        orders.push(...kept.datapoints.flatMap((one) => ordersOf(one, version)));
        for (const { id } of kept.withdrawn)
          withdrawn.push({ projectId: kept.projectId, datapointId: id, rowVersion: version });
        return outcomeOf(trace, kept);
      } catch (thrown) {
        return { ...outcomeOf(trace), broken: messageOf(thrown) };
      }
    });
    return { tables: encoder.take(), findings, retracted, orders, withdrawn, outcomes };
  };

  function ordersOf(kept: KeptDatapoint, rowVersion: number): readonly JobOrder[] {
    const { slow = [], datapoint } = kept;
    if (slow.length === 0) return [];
    const { id: datapointId, projectId } = datapoint;
    const filedAt = encoder.filedAt(kept);
    return slow.map((request) => ({ ...request, projectId, datapointId, filedAt, rowVersion }));
  }

  function tracesOf(entries: readonly ProcessEntry[]): Map<string, NewParts> {
    const traces = new Map<string, NewParts>();
    entries.forEach((entry, index) => {
      const only = entry.items && new Set(entry.items);
      const { source, receivedAt, projectId } = entry;
      if (entry.signal === "traces")
        for (const item of spansOf(entry, only))
          traceOf(traces, projectId, item.traceId, index).spans.push({ item, source, receivedAt });
      else
        for (const item of decodeLogs(entry.bytes, only))
          traceOf(traces, projectId, item.traceId ?? "", index).logs.push({ item, source, receivedAt });
    });
    return traces;
  }

  function spansOf({ bytes, source }: ProcessEntry, only: ReadonlySet<number> | undefined): readonly Span[] {
    const spans = decodeTraces(bytes, only);
    return source === "proxy" ? readRaw(spans) : spans;
  }

  function keep(fresh: NewParts, earlier: TraceParts | undefined): KeptTrace {
    const { projectId } = fresh;
    if (!earlier) {
      const [spans, logs] = [distinctSpans(fresh.spans), distinctLogs(fresh.logs)];
      const now = recognize(input({ ...fresh, spans, logs }));
      return {
        projectId,
        spans: spans.map(keptSpan(now)),
        logs: logs.map(keptLog(now)),
        datapoints: now.datapoints.map(judgedOf([spans, logs], now.datapoints)),
        withdrawn: [],
        retracted: [],
        media: now.media,
      };
    }
    return keepAgain(fresh, earlier);
  }

  /**
   * Of a trace with stored parts, what this plan changes. The state before is what is stored without the parts that
   * this plan brings: after a crash some of them are stored already, and what follows from them must be given again.
   */
  function keepAgain(fresh: NewParts, earlier: TraceParts): KeptTrace {
    const { projectId } = fresh;
    const spans = joined(earlier.spans, fresh.spans, distinctSpans);
    const logs = joined(earlier.logs, fresh.logs, distinctLogs);
    const before = recognize(input({ ...fresh, spans: spans.before, logs: logs.before }));
    const now = recognize(input({ ...fresh, spans: spans.all, logs: logs.all }));
    const isRepeated = [spans.before, logs.before].flat().length < [earlier.spans, earlier.logs].flat().length;
    // What was said of all that is stored is taken back where it no longer holds, also when a part of it comes again.
    const readings = isRepeated ? [before, recognize(input({ ...fresh, ...earlier }))] : [before];
    const present = new Map(now.datapoints.map((datapoint) => [datapoint.id, datapoint]));
    const outdated = readings
      .flatMap(({ datapoints }) => datapoints)
      .filter((datapoint) => !isDeepStrictEqual(datapoint, present.get(datapoint.id)));
    const known = new Set(before.datapoints.map(({ id }) => id));
    const outdatedIds = new Set(outdated.map(({ id }) => id));
    const changed = now.datapoints.filter(({ id }) => !known.has(id) || outdatedIds.has(id));
    const judged = judgedOf([spans.all, logs.all], now.datapoints);
    const filed = new Map(earlier.datapoints.map(({ id, startedAt }) => [id, startedAt]));
    const datapoints = changed.map((datapoint) => {
      const filedAt = filed.get(datapoint.id);
      return { ...judged(datapoint), ...(filedAt === undefined ? {} : { filedAt }) };
    });
    const holds = new Set(datapoints.flatMap(({ findings }) => findings.map(findingKey)));
    const readsAnew = (parts: Joined<unknown>, kind: "spans" | "logs") => (_: unknown, index: number) =>
      !isDeepStrictEqual(before[kind][parts.placeBefore[index] ?? -1], now[kind][index]);
    return {
      projectId,
      spans: spans.all.map(keptSpan(now)).filter(readsAnew(spans, "spans")),
      logs: logs.all.map(keptLog(now)).filter(readsAnew(logs, "logs")),
      datapoints,
      withdrawn: earlier.datapoints.filter(({ id }) => !present.has(id)),
      retracted: outdated
        .map(judged)
        .flatMap(({ findings, receivedAt }) =>
          findings.filter((finding) => !holds.has(findingKey(finding))).map((finding) => ({ finding, receivedAt })),
        ),
      media: now.media,
    };
  }

  /** With the first arrival of the span it is kept for; of a datapoint made of log records alone, of the first of them. */
  function judgedOf(
    [spans, logs]: readonly [readonly TracePart<Span>[], readonly TracePart<LogRecord>[]],
    calls: readonly Datapoint[],
  ) {
    let traceSpans: readonly TraceSpan[] | undefined;
    const inTrace = () =>
      (traceSpans ??= spans.map(({ item }) => traceSpanOf(item)).sort((one, other) => one.startMs - other.startMs));
    const arrivals = new Map(spans.toReversed().map(({ item, receivedAt }) => [item.spanId, receivedAt]));
    const first = logs[0]?.receivedAt;
    return (datapoint: Datapoint) => ({
      ...examine(datapoint, { spans: inTrace, calls }),
      receivedAt: arrivals.get(datapoint.spanId) ?? first ?? datapoint.startedAt,
    });
  }
}

interface Parts {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

interface NewParts extends Parts {
  readonly spans: TracePart<Span>[];
  readonly logs: TracePart<LogRecord>[];
}

function traceOf(traces: Map<string, NewParts>, projectId: ProjectId, traceId: string, entry: number): NewParts {
  const key = traceId === "" ? `${projectId} #${entry}` : `${projectId} ${traceId}`;
  const known = traces.get(key);
  if (known) return known;
  const made: NewParts = { projectId, traceId, spans: [], logs: [] };
  traces.set(key, made);
  return made;
}

function input({ projectId, traceId, spans, logs }: Parts): TraceInput {
  return { projectId, ...(traceId === "" ? {} : { traceId }), spans, logs };
}

interface Joined<Item> {
  /** Stored parts, then new ones; a repeated delivery is not a second arrival. */
  readonly all: readonly TracePart<Item>[];
  /** The stored ones that this plan does not bring itself. */
  readonly before: readonly TracePart<Item>[];
  /** For each of `all` its place in `before`, if it has one. */
  readonly placeBefore: readonly (number | undefined)[];
}

function joined<Item extends Span | LogRecord>(
  stored: readonly TracePart<Item>[],
  fresh: readonly TracePart<Item>[],
  distinct: (parts: readonly TracePart<Item>[]) => readonly TracePart<Item>[],
): Joined<Item> {
  const brought = Map.groupBy(fresh, ({ item }) => item.spanId);
  const isBrought = ({ item }: TracePart<Item>) =>
    brought.get(item.spanId)?.some((other) => isDeepStrictEqual(other.item, item)) ?? false;
  const before = stored.filter((part) => !isBrought(part));
  const places = new Map(before.map(({ item }, place) => [item, place]));
  const all = distinct([...stored, ...fresh]);
  return { all, before, placeBefore: all.map(({ item }) => places.get(item)) };
}

const keptSpan = (reading: Recognized) => (part: TracePart<Span>, index: number) => ({
  span: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.spans[index] ?? { because: "recognition said nothing of it" }),
});

const keptLog = (reading: Recognized) => (part: TracePart<LogRecord>, index: number) => ({
  record: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.logs[index] ?? { because: "recognition said nothing of it" }),
});

const findingKey = ({ issueId, datapointId }: Finding) => `${issueId} ${datapointId}`;

function outcomeOf({ projectId, traceId, spans, logs }: NewParts, kept?: KeptTrace): TraceOutcome {
  const datapoints = kept?.datapoints ?? [];
  return {
    projectId,
    traceId,
    spans: spans.length + logs.length,
    datapoints: datapoints.length,
    checks: datapoints.reduce((sum, { verdicts, slow = [] }) => sum + verdicts.length - slow.length, 0),
    findings: datapoints.reduce((sum, { findings }) => sum + findings.length, 0),
  };
}
