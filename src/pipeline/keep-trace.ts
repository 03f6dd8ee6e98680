import { isDeepStrictEqual } from "node:util";
import { type Around, type TraceSpan, traceSpanOf } from "../domain/around.ts";
import type { Datapoint } from "../domain/datapoint.ts";
import type { DatapointId, ProjectId } from "../domain/ids.ts";
import type { Finding } from "../domain/issue.ts";
import type { Recognize, Recognized, TraceInput, TracePart } from "../domain/recognition.ts";
import type { LogRecord, Span } from "../domain/span.ts";
import type { TraceParts } from "../ports/datapoint-reader.ts";
import type { Judged, KeptTrace } from "../ports/kept.ts";
import { distinctLogs, distinctSpans } from "./parts.ts";
import type { SaidBefore } from "./select.ts";

export interface KeepTraceNeeds {
  readonly recognize: Recognize;
  /** Stations 4 and 5: what the monitors of its project say of a datapoint. */
  readonly examine: (datapoint: Datapoint, around: Around, before?: SaidBefore) => Judged;
}

/** What a plan brings of one trace. */
export interface Parts {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

/** What is to be kept of one trace: of one that was stored in part before, only what is new or reads differently now. */
export function createKeepTrace({ recognize, examine }: KeepTraceNeeds) {
  return keep;

  function keep(fresh: Parts, earlier: TraceParts | undefined): KeptTrace {
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
  function keepAgain(fresh: Parts, earlier: TraceParts): KeptTrace {
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
    const said = new Map(earlier.datapoints.map(({ id, verdicts }) => [id, verdicts]));
    const judged = judgedOf([spans.all, logs.all], now.datapoints, said);
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
    said: ReadonlyMap<DatapointId, SaidBefore | undefined> = new Map(),
  ) {
    let traceSpans: readonly TraceSpan[] | undefined;
    const inTrace = () =>
      (traceSpans ??= spans.map(({ item }) => traceSpanOf(item)).sort((one, other) => one.startMs - other.startMs));
    const arrivals = new Map(spans.toReversed().map(({ item, receivedAt }) => [item.spanId, receivedAt]));
    const first = logs[0]?.receivedAt;
    return (datapoint: Datapoint) => ({
      ...examine(datapoint, { spans: inTrace, calls }, said.get(datapoint.id)),
      receivedAt: arrivals.get(datapoint.spanId) ?? first ?? datapoint.startedAt,
    });
  }
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
