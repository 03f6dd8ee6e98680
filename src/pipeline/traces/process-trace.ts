import { isDeepStrictEqual } from "node:util";
import {
  type Datapoint,
  distinctLogs,
  distinctSpans,
  type EvaluationContext,
  type Recognize,
  type Recognized,
  type StoredReading,
  type TraceInput,
  type TracePart,
  type TraceParts,
  type TraceSpan,
  traceSpanOf,
} from "../../datapoints/index.ts";
import type { EarlierVerdicts } from "../../monitors/index.ts";
import type { LogRecord, Span } from "../../otlp/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type {
  EvaluatedDatapoint,
  Judged,
  ProcessedTrace,
  RetractedFinding,
  Superseded,
} from "../ports/processed-trace.ts";

export interface ProcessTraceDependencies {
  readonly recognize: Recognize;
  /** Runs the stages "match monitors" and "evaluate" for one datapoint. */
  readonly examine: (datapoint: Datapoint, traceContext: EvaluationContext, before?: EarlierVerdicts) => Judged;
  /** Whether a later span of a trace can change what is found in calls of the project that stay the same. */
  readonly readsTrace?: (project: ProjectId) => boolean;
}

export interface Parts {
  readonly projectId: ProjectId;
  readonly traceId: string;
  readonly spans: readonly TracePart<Span>[];
  readonly logs: readonly TracePart<LogRecord>[];
}

/** The parts of the trace that were stored before this batch. */
export interface StoredParts extends TraceParts {
  /**
   * The whole trace is stored again: another process stored a part concurrently, or an earlier batch was stored only
   * in part.
   */
  readonly storesAll: boolean;
}

/**
 * Creates the function that decides what to store of one trace. If parts are already stored, only new or changed
 * rows result.
 */
export function createProcessTrace({ recognize, examine, readsTrace = () => false }: ProcessTraceDependencies) {
  return (fresh: Parts, stored: StoredParts | undefined): ProcessedTrace =>
    stored ? processWithStored(fresh, stored) : processNew(fresh);

  function processNew(fresh: Parts): ProcessedTrace {
    const { projectId } = fresh;
    const [spans, logs] = [distinctSpans(fresh.spans), distinctLogs(fresh.logs)];
    const now = recognize(input({ ...fresh, spans, logs }));
    return {
      projectId,
      spans: spans.map(toAssembledSpan(now)),
      logs: logs.map(toAssembledLog(now)),
      datapoints: now.datapoints.map(judgedOf([spans, logs], now.datapoints)),
      superseded: [],
      retracted: [],
      media: now.media,
    };
  }

  function processWithStored(fresh: Parts, stored: StoredParts): ProcessedTrace {
    const spans = joined(stored.spans, fresh.spans, distinctSpans);
    const logs = joined(stored.logs, fresh.logs, distinctLogs);
    const now = recognize(input({ ...fresh, spans: spans.all, logs: logs.all }));
    const before = stored.storesAll ? nothing : recognize(input({ ...fresh, spans: stored.spans, logs: stored.logs }));
    const known = new Map(before.datapoints.map((datapoint) => [datapoint.id, datapoint]));
    const isSame = (datapoint: Datapoint) => isDeepStrictEqual(datapoint, known.get(datapoint.id));
    const same = readsTrace(fresh.projectId) ? new Set(now.datapoints.filter(isSame)) : undefined;
    const changed = same ? now.datapoints : now.datapoints.filter((datapoint) => !isSame(datapoint));
    const readings = readingsIn(stored, spans.all);
    const verdicts = new Map([...readings].map(([id, [reading]]) => [id, reading.verdicts]));
    const judged = judgedOf([spans.all, logs.all], now.datapoints, verdicts);
    const datapoints = changed.flatMap((datapoint): EvaluatedDatapoint | readonly EvaluatedDatapoint[] => {
      const reading = readings.get(datapoint.id)?.[0];
      if (!reading) return judged(datapoint);
      const evaluated = withStoredTopics(judged(datapoint), reading);
      if (same?.has(datapoint) && isJudgedAlike(reading, evaluated)) return [];
      const dropped = droppedVerdicts(reading, evaluated);
      return {
        ...evaluated,
        partitionTime: reading.partitionTime,
        ...(dropped.length === 0 ? {} : { dropped }),
      };
    });
    const isStillThere = new Set(now.datapoints.map(({ id }) => id));
    const isNew = (parts: Joined<unknown>, kind: "spans" | "logs") => (_: unknown, index: number) =>
      stored.storesAll || !isDeepStrictEqual(before[kind][parts.storedIndexes[index] ?? -1], now[kind][index]);
    return {
      projectId: fresh.projectId,
      spans: spans.all.map(toAssembledSpan(now)).filter(isNew(spans, "spans")),
      logs: logs.all.map(toAssembledLog(now)).filter(isNew(logs, "logs")),
      datapoints,
      superseded: [...readings.values()].flatMap((group) =>
        group.slice(isStillThere.has(group[0].id) ? 1 : 0).map(supersededOf),
      ),
      retracted: retractedOf(readings, isStillThere, datapoints),
      media: now.media,
    };
  }

  /** The arrival time is that of the datapoint's span; without spans, of its first log record. */
  function judgedOf(
    [spans, logs]: readonly [readonly TracePart<Span>[], readonly TracePart<LogRecord>[]],
    calls: readonly Datapoint[],
    verdicts: ReadonlyMap<DatapointId, EarlierVerdicts> = new Map(),
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

/** A finding whose topic was decided before stays in its issue. */
function withStoredTopics(evaluated: EvaluatedDatapoint, { findings: stored }: StoredReading): EvaluatedDatapoint {
  const findings = evaluated.findings.map((finding) => {
    const { topic, ...rest } = finding;
    const before = stored.find(({ check, monitorId }) => check === finding.check && monitorId === finding.monitorId);
    return topic && before ? { ...rest, issueId: before.issueId } : finding;
  });
  return { ...evaluated, findings };
}

const nothing: Recognized = { datapoints: [], spans: [], logs: [], media: [] };

type ReadingGroup = readonly [StoredReading, ...StoredReading[]];

/**
 * Groups stored readings by datapoint, earliest partition time first, for datapoints whose spans were all read. The
 * others are outside of what was read of a large trace, or were stored by another process between the two reads.
 */
function readingsIn({ readings }: TraceParts, spans: readonly TracePart<Span>[]): Map<DatapointId, ReadingGroup> {
  const present = new Set(spans.map(({ item }) => item.spanId));
  const judged = readings.filter(({ spanIds }) => spanIds.every((id) => present.has(id)));
  const byId = new Map<DatapointId, ReadingGroup>();
  for (const [id, group] of Map.groupBy(judged, ({ id }) => id)) {
    const [first, ...others] = group.toSorted((one, other) => one.partitionTime - other.partitionTime);
    if (first) byId.set(id, [first, ...others]);
  }
  return byId;
}

const supersededOf = ({ id, partitionTime, verdicts }: StoredReading): Superseded => ({
  id,
  startedAt: partitionTime,
  verdicts,
});

/** Returns stored findings that no longer hold, except those of checks that a job evaluates again. */
function retractedOf(
  readings: ReadonlyMap<DatapointId, ReadingGroup>,
  isStillThere: ReadonlySet<DatapointId>,
  datapoints: readonly EvaluatedDatapoint[],
): RetractedFinding[] {
  const byId = new Map(datapoints.map((datapoint) => [datapoint.datapoint.id, datapoint]));
  return [...readings].flatMap(([id, group]) => {
    const now = byId.get(id);
    if (isStillThere.has(id) && !now) return [];
    const holds = new Set(now?.findings.map(findingKey));
    const ordered = new Set(now?.slow?.map(({ check }) => check));
    return group.flatMap(({ findings, partitionTime }) =>
      findings
        .filter((finding) => !holds.has(findingKey(finding)) && !ordered.has(finding.check))
        .map((finding) => ({ ...finding, datapointId: id, partitionTime })),
    );
  });
}

/** Returns stored verdicts that monitors requested then and none requests now. */
function droppedVerdicts(stored: StoredReading, { verdicts }: Pick<EvaluatedDatapoint, "verdicts">) {
  const key = ({ check, version, options }: StoredReading["verdicts"][number]) => `${check} ${version} ${options}`;
  const requested = new Set(verdicts.map(key));
  return stored.verdicts.filter((verdict) => verdict.monitorIds.length > 0 && !requested.has(key(verdict)));
}

/** Whether a call that stayed the same got what is stored. The verdict of a job comes later: only its request counts. */
function isJudgedAlike(stored: StoredReading, { verdicts, findings, slow = [] }: EvaluatedDatapoint): boolean {
  const ordered = new Set(slow.map(({ check }) => check));
  const verdictKeys = (list: StoredReading["verdicts"] | EvaluatedDatapoint["verdicts"]) =>
    list
      .filter(({ monitorIds }) => monitorIds.length > 0)
      .map(({ check, state, monitorIds }) =>
        [check, ordered.has(check) ? "" : state, ...[...monitorIds].sort()].join(" "),
      )
      .sort();
  const findingKeys = (list: readonly Pick<RetractedFinding, "issueId" | "check" | "monitorId">[]) =>
    list
      .filter(({ check }) => !ordered.has(check))
      .map(findingKey)
      .sort();
  return (
    isDeepStrictEqual(verdictKeys(stored.verdicts), verdictKeys(verdicts)) &&
    isDeepStrictEqual(findingKeys(stored.findings), findingKeys(findings))
  );
}

const findingKey = ({ issueId, check, monitorId }: Pick<RetractedFinding, "issueId" | "check" | "monitorId">) =>
  `${issueId} ${check} ${monitorId}`;

function input({ projectId, traceId, spans, logs }: Parts): TraceInput {
  return { projectId, ...(traceId === "" ? {} : { traceId }), spans, logs };
}

interface Joined<Item> {
  /** Stored parts, then new ones, without repeated deliveries. */
  readonly all: readonly TracePart<Item>[];
  /** For each of `all`, its index among the stored parts, if any. */
  readonly storedIndexes: readonly (number | undefined)[];
}

function joined<Item extends Span | LogRecord>(
  stored: readonly TracePart<Item>[],
  fresh: readonly TracePart<Item>[],
  distinct: (parts: readonly TracePart<Item>[]) => readonly TracePart<Item>[],
): Joined<Item> {
  const indexes = new Map(stored.map(({ item }, index) => [item, index]));
  const all = distinct([...stored, ...fresh]);
  return { all, storedIndexes: all.map(({ item }) => indexes.get(item)) };
}

const toAssembledSpan = (reading: Recognized) => (part: TracePart<Span>, index: number) => ({
  span: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.spans[index] ?? { reason: "recognition gave no reading for it" }),
});

const toAssembledLog = (reading: Recognized) => (part: TracePart<LogRecord>, index: number) => ({
  record: part.item,
  source: part.source,
  receivedAt: part.receivedAt,
  ...(reading.logs[index] ?? { reason: "recognition gave no reading for it" }),
});
