import { isDeepStrictEqual } from "node:util";
import type { Recognize, Recognized, TraceInput, TracePart } from "../../datapoints/assembly/recognition.ts";
import type { Datapoint } from "../../datapoints/datapoint.ts";
import type { StoredReading, TraceParts } from "../../datapoints/ports/datapoint-reader.ts";
import { distinctLogs, distinctSpans } from "../../datapoints/stages/parts.ts";
import { type Around, type TraceSpan, traceSpanOf } from "../../datapoints/traces/around.ts";
import type { SaidBefore } from "../../monitors/stages/select.ts";
import type { LogRecord, Span } from "../../otlp/span.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Judged, KeptDatapoint, KeptTrace, RetractedFinding, Withdrawn } from "../ports/kept.ts";

export interface KeepTraceNeeds {
  readonly recognize: Recognize;
  /** Stages "match monitors" and "evaluate" for one datapoint. */
  readonly examine: (datapoint: Datapoint, around: Around, before?: SaidBefore) => Judged;
}

/** What a write batch brings of one trace. */
export interface Parts {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

/** What is stored of the trace before this batch. */
export interface StoredParts extends TraceParts {
  /**
   * Everything that is made of the trace is stored again: another process stored a part at the same time, or an
   * earlier batch was stored in part only.
   */
  readonly storesAll: boolean;
}

/** What is to be stored of one trace: of one with stored parts, only what is new or reads differently now. */
export function createKeepTrace({ recognize, examine }: KeepTraceNeeds) {
  return (fresh: Parts, stored: StoredParts | undefined): KeptTrace =>
    stored ? keepAgain(fresh, stored) : keepFirst(fresh);

  function keepFirst(fresh: Parts): KeptTrace {
    const { projectId } = fresh;
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

  function keepAgain(fresh: Parts, stored: StoredParts): KeptTrace {
    const spans = joined(stored.spans, fresh.spans, distinctSpans);
    const logs = joined(stored.logs, fresh.logs, distinctLogs);
    const now = recognize(input({ ...fresh, spans: spans.all, logs: logs.all }));
    const before = stored.storesAll ? nothing : recognize(input({ ...fresh, spans: stored.spans, logs: stored.logs }));
    const known = new Map(before.datapoints.map((datapoint) => [datapoint.id, datapoint]));
    const changed = now.datapoints.filter((datapoint) => !isDeepStrictEqual(datapoint, known.get(datapoint.id)));
    const readings = readingsIn(stored, spans.all);
    const verdicts = new Map([...readings].map(([id, [reading]]) => [id, reading.verdicts]));
    const judged = judgedOf([spans.all, logs.all], now.datapoints, verdicts);
    const datapoints = changed.map((datapoint): KeptDatapoint => {
      const partitionTime = readings.get(datapoint.id)?.[0].partitionTime;
      return { ...judged(datapoint), ...(partitionTime === undefined ? {} : { filedAt: partitionTime }) };
    });
    const isStillThere = new Set(now.datapoints.map(({ id }) => id));
    const isNew = (parts: Joined<unknown>, kind: "spans" | "logs") => (_: unknown, index: number) =>
      stored.storesAll || !isDeepStrictEqual(before[kind][parts.storedPlaces[index] ?? -1], now[kind][index]);
    return {
      projectId: fresh.projectId,
      spans: spans.all.map(keptSpan(now)).filter(isNew(spans, "spans")),
      logs: logs.all.map(keptLog(now)).filter(isNew(logs, "logs")),
      datapoints,
      withdrawn: [...readings.values()].flatMap((places) =>
        places.slice(isStillThere.has(places[0].id) ? 1 : 0).map(withdrawnOf),
      ),
      retracted: retractedOf(readings, isStillThere, datapoints),
      media: now.media,
    };
  }

  /** With the first arrival of its span; of a datapoint made of log records alone, of the first of them. */
  function judgedOf(
    [spans, logs]: readonly [readonly TracePart<Span>[], readonly TracePart<LogRecord>[]],
    calls: readonly Datapoint[],
    verdicts: ReadonlyMap<DatapointId, SaidBefore> = new Map(),
  ) {
    let traceSpans: readonly TraceSpan[] | undefined;
    const inTrace = () =>
      (traceSpans ??= spans.map(({ item }) => traceSpanOf(item)).sort((one, other) => one.startMs - other.startMs));
    const arrivals = new Map(spans.toReversed().map(({ item, receivedAt }) => [item.spanId, receivedAt]));
    const first = logs[0]?.receivedAt;
    return (datapoint: Datapoint) => ({
      ...examine(datapoint, { spans: inTrace, calls }, verdicts.get(datapoint.id)),
      receivedAt: arrivals.get(datapoint.spanId) ?? first ?? datapoint.startedAt,
    });
  }
}

const nothing: Recognized = { datapoints: [], spans: [], logs: [], media: [] };

type Places = readonly [StoredReading, ...StoredReading[]];

/**
 * Stored readings by datapoint, the earliest partition time first, of those whose spans were all read: nothing is
 * concluded about the others. They lie outside of what was read of a large trace, or another process stored them
 * between the reading of spans and of datapoints.
 */
function readingsIn({ readings }: TraceParts, spans: readonly TracePart<Span>[]): Map<DatapointId, Places> {
  const present = new Set(spans.map(({ item }) => item.spanId));
  const judged = readings.filter(({ spanIds }) => spanIds.every((id) => present.has(id)));
  const byId = new Map<DatapointId, Places>();
  for (const [id, places] of Map.groupBy(judged, ({ id }) => id)) {
    const [first, ...others] = places.toSorted((one, other) => one.partitionTime - other.partitionTime);
    if (first) byId.set(id, [first, ...others]);
  }
  return byId;
}

const withdrawnOf = ({ id, partitionTime, verdicts }: StoredReading): Withdrawn => ({
  id,
  startedAt: partitionTime,
  verdicts,
});

/** Stored findings that no longer hold. Those of a check that is evaluated again by a job are left to the job. */
function retractedOf(
  readings: ReadonlyMap<DatapointId, Places>,
  isStillThere: ReadonlySet<DatapointId>,
  datapoints: readonly KeptDatapoint[],
): RetractedFinding[] {
  const kept = new Map(datapoints.map((datapoint) => [datapoint.datapoint.id, datapoint]));
  return [...readings].flatMap(([id, places]) => {
    const now = kept.get(id);
    if (isStillThere.has(id) && !now) return [];
    const holds = new Set(now?.findings.map(findingKey));
    const ordered = new Set(now?.slow?.map(({ check }) => check));
    return places.flatMap(({ findings, partitionTime }) =>
      findings
        .filter((finding) => !holds.has(findingKey(finding)) && !ordered.has(finding.check))
        .map((finding) => ({ ...finding, datapointId: id, partitionTime })),
    );
  });
}

const findingKey = ({ issueId, check, monitorId }: Pick<RetractedFinding, "issueId" | "check" | "monitorId">) =>
  `${issueId} ${check} ${monitorId}`;

function input({ projectId, traceId, spans, logs }: Parts): TraceInput {
  return { projectId, ...(traceId === "" ? {} : { traceId }), spans, logs };
}

interface Joined<Item> {
  /** Stored parts, then new ones; a repeated delivery is not a second arrival. */
  readonly all: readonly TracePart<Item>[];
  /** For each of `all` its place among the stored ones, if it has one. */
  readonly storedPlaces: readonly (number | undefined)[];
}

function joined<Item extends Span | LogRecord>(
  stored: readonly TracePart<Item>[],
  fresh: readonly TracePart<Item>[],
  distinct: (parts: readonly TracePart<Item>[]) => readonly TracePart<Item>[],
): Joined<Item> {
  const places = new Map(stored.map(({ item }, place) => [item, place]));
  const all = distinct([...stored, ...fresh]);
  return { all, storedPlaces: all.map(({ item }) => places.get(item)) };
}

const keptSpan = (reading: Recognized) => (part: TracePart<Span>, index: number) => ({
  span: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.spans[index] ?? { because: "recognition gave no reading for it" }),
});

const keptLog = (reading: Recognized) => (part: TracePart<LogRecord>, index: number) => ({
  record: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.logs[index] ?? { because: "recognition gave no reading for it" }),
});
