import type { LogRecord, Span } from "../../otlp/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { CallContent } from "../assembly/call-content.ts";
import type { Claim, Convention, TraceView } from "../assembly/convention.ts";
import { type CallContext, datapointOf, neverCalledDatapoint, unfinishedDatapoint } from "../assembly/datapoint-of.ts";
import { type Call, type Candidate, fold } from "../assembly/fold.ts";
import { fill, type Reading } from "../assembly/reading.ts";
import type { Medium, PartReading, Recognize, Recognized, TraceInput, TracePart } from "../assembly/recognition.ts";
import type { Datapoint, FailedStep } from "../datapoint.ts";
import { failedStepsOf } from "../failures/failed-steps.ts";
import { lineage } from "../failures/lineage.ts";
import { stepKindOf } from "../failures/step-kind.ts";
import { answersFromHistory } from "../lists/history.ts";
import { listPrices, type Prices } from "../pricing/prices.ts";
import { logsOf } from "../shapes/attributes/events.ts";
import { type Notes, newNotes } from "../shapes/notes.ts";
import { viewOf } from "../traces/trace-view.ts";

/**
 * Assembles datapoints: decides which spans and log records of a trace describe which model call. See
 * docs/contributing/adding-a-convention.md.
 */
export function createRecognizer({
  conventions,
  prices = listPrices,
}: {
  conventions: readonly Convention[];
  prices?: Prices;
}): Recognize {
  const marked = conventions.filter((convention) => convention.markerAttribute !== undefined);
  return recognize;

  function recognize(input: TraceInput): Recognized {
    const trace = viewOf(itemsOf(input.spans), itemsOf(input.logs), contentsOf(input.spans));
    const spans = new Map<string, PartReading>();
    const candidates = candidatesIn(trace, spans);
    const { calls, wrappers } = fold(candidates, trace);
    const media = new Map<string, Medium>();
    const history = answersFromHistory(calls);
    const failed = failedStepsOf(trace, calls);
    const datapoints = calls.map((members) => {
      const datapointContext = {
        ...callContext(members[0].span.spanId, input, trace),
        repeated: history.get(members[0]),
        failedSteps: failed.byCall.get(members),
      };
      return recordMembers(members, datapointOf(members, datapointContext), spans, media);
    });
    for (const candidate of candidates) recordWrapper(candidate, wrappers, spans);
    const orphans = input.traceId === undefined ? [] : orphansIn(input, trace, media);
    if (failed.unattached.length > 0 && orphans.length === 0)
      datapoints.push(...neverCalled(input, trace, failed.unattached, spans));
    return {
      datapoints: [...datapoints, ...orphans],
      spans: input.spans.map(({ item }) => spans.get(item.spanId) ?? unclaimed),
      logs: input.logs.map(({ item }) => logReading(item, trace, spans, orphans)),
      media: referenced([...datapoints, ...orphans], media),
    };
  }

  /**
   * Builds the datapoint of a trace of an agent, a chain or a tool that failed before it called a model: without it
   * nobody would see the failure. A call that arrives later takes its place.
   */
  function neverCalled(
    input: TraceInput,
    trace: TraceView,
    [step, ...others]: readonly FailedStep[],
    spans: Map<string, PartReading>,
  ): Datapoint[] {
    const span = trace.span(step?.spanId);
    if (!step || !span || !trace.spans.some((one) => stepKindOf(one) !== undefined)) return [];
    const claims = trace.spans.flatMap((one) => claimOf(one, trace) ?? []);
    const convention = claimOf(span, trace)?.convention ?? claims[0]?.convention ?? conventions.at(-1);
    if (!convention) return [];
    const reading = requestAbove(span, convention, trace);
    const steps = [step, ...others] as const;
    const datapoint = neverCalledDatapoint(span, convention, reading, {
      ...callContext(span.spanId, input, trace),
      failedSteps: steps,
    });
    const reason = "A datapoint: this step failed, and the trace has no model call.";
    spans.set(span.spanId, { convention: convention.name, datapointId: datapoint.id, reason });
    return [datapoint];
  }

  function candidatesIn(trace: TraceView, spans: Map<string, PartReading>): readonly Candidate[] {
    const candidates: Candidate[] = [];
    for (const span of trace.spans) {
      const claimed = claimOf(span, trace);
      if (!claimed) continue;
      const { convention, claim } = claimed;
      if (claim.kind === "context")
        spans.set(span.spanId, { convention: convention.name, reason: `No datapoint: ${claim.reason}.` });
      else {
        const notes = newNotes();
        candidates.push({ span, convention, claim, notes, reading: readAll(span, convention, trace, notes) });
      }
    }
    return candidates;
  }

  /** Reads with the claiming convention; other conventions' names on the same span fill its gaps. */
  function readAll(span: Span, convention: Convention, trace: TraceView, notes: Notes): Reading {
    const own = convention.read(span, trace, notes);
    const others = marked.filter(
      (one) => one !== convention && one.markerAttribute !== undefined && span.attributes.has(one.markerAttribute),
    );
    return others.length === 0 ? own : fill(own, ...others.map((one) => one.read(span, trace, notes)));
  }

  function claimOf(span: Span, trace: TraceView): { convention: Convention; claim: Claim } | undefined {
    for (const convention of conventions) {
      const claim = convention.claim(span, trace);
      if (claim) return { convention, claim };
    }
    return undefined;
  }

  function callContext(
    spanId: string,
    { projectId, spans }: { projectId: ProjectId; spans: readonly TracePart<Span>[] },
    trace: TraceView,
  ): CallContext {
    const parts =
      spans.length === 1
        ? spans
        : (trace.once("parts", () => Map.groupBy(spans, ({ item }) => item.spanId)).get(spanId) ?? []);
    return { projectId, trace, prices, ...arrivalOf(parts) };
  }

  /**
   * Builds datapoints from messages in log records whose span has not arrived: calls cut off before their span
   * ended.
   */
  function orphansIn(input: TraceInput, trace: TraceView, media: Map<string, Medium>): Datapoint[] {
    const missing = new Set(
      trace.allLogs.flatMap(({ spanId }) => (spanId === undefined || trace.span(spanId) ? [] : [spanId])),
    );
    return [...missing].flatMap((spanId) => {
      const records = trace.logs(spanId);
      const notes = newNotes();
      const reading = logsOf(records, notes);
      const convention = conventions.at(-1);
      const [first] = records;
      if (!first || !convention || !reading || (reading.input ?? []).length + (reading.output ?? []).length === 0)
        return [];
      const arrival = arrivalOf(input.logs.filter(({ item }) => item.spanId === spanId));
      for (const [sha256, blob] of notes.media) media.set(sha256, blob);
      return [
        unfinishedDatapoint(standIn(first, records), convention, reading, {
          projectId: input.projectId,
          trace,
          prices,
          ...arrival,
        }),
      ];
    });
  }
}

/** Reads what the application wanted of the model from the failed span, or from the nearest span above it. */
function requestAbove(span: Span, convention: Convention, trace: TraceView): Reading {
  for (const one of lineage(span, trace).take(100)) {
    const { input, provider, requestModel } = convention.read(one, trace, newNotes());
    if (input !== undefined && input.length > 0) return { input, provider, requestModel };
  }
  return {};
}

function recordMembers(
  members: Call,
  datapoint: Datapoint,
  spans: Map<string, PartReading>,
  media: Map<string, Medium>,
): Datapoint {
  const [primary, ...others] = members;
  const { name } = primary.convention;
  spans.set(primary.span.spanId, {
    convention: name,
    datapointId: datapoint.id,
    reason: `A datapoint: ${primary.claim.reason}.`,
  });
  for (const { span, convention } of others)
    spans.set(span.spanId, {
      convention: convention.name,
      datapointId: datapoint.id,
      reason: `The same call as span ${primary.span.spanId}, recorded again.`,
    });
  for (const { notes } of members) for (const [sha256, blob] of notes.media) media.set(sha256, blob);
  return datapoint;
}

const unclaimed: PartReading = { reason: "No datapoint: no convention knows a model call in it." };

const itemsOf = <Item>(parts: readonly TracePart<Item>[]): readonly Item[] => parts.map((part) => part.item);

function contentsOf(parts: readonly TracePart<Span>[]): ReadonlyMap<Span, CallContent> | undefined {
  let contents: Map<Span, CallContent> | undefined;
  for (const { item, content } of parts) if (content !== undefined) (contents ??= new Map()).set(item, content);
  return contents;
}

/** Uses the earliest arrival of the parts, so that a repeated delivery changes nothing. */
function arrivalOf(parts: readonly TracePart<unknown>[]) {
  const [first, ...rest] = parts;
  const source = rest.reduce((least, part) => (part.source < least ? part.source : least), first?.source ?? "otlp");
  const receivedAt = rest.reduce((least, part) => Math.min(least, part.receivedAt), first?.receivedAt ?? 0);
  return { source, receivedAt };
}

function recordWrapper(
  { span, convention }: Candidate,
  wrappers: ReadonlyMap<string, number>,
  spans: Map<string, PartReading>,
): void {
  const count = wrappers.get(span.spanId);
  if (count !== undefined)
    spans.set(span.spanId, { convention: convention.name, reason: `No datapoint: it wraps ${count} model calls.` });
}

function logReading(
  record: LogRecord,
  trace: TraceView,
  spans: ReadonlyMap<string, PartReading>,
  orphans: readonly Datapoint[],
): PartReading {
  const { spanId } = record;
  if (record.traceId === undefined || spanId === undefined) return { reason: "Not joined: it names no span." };
  const orphan = orphans.find((one) => one.spanId === spanId);
  if (orphan)
    return {
      convention: orphan.convention,
      datapointId: orphan.id,
      reason: `Its span ${spanId} has not arrived; the datapoint is partial.`,
    };
  const span = spans.get(spanId);
  if (span?.datapointId !== undefined) return { ...span, reason: `Joined to the datapoint of span ${spanId}.` };
  return {
    reason: trace.span(spanId)
      ? `Not joined: its span ${spanId} isn't a model call.`
      : `Not joined: its span ${spanId} has not arrived.`,
  };
}

/** Builds a placeholder for a span that never arrived, from the times of its log records. */
function standIn(first: LogRecord, records: readonly LogRecord[]): Span {
  const times = records.map((record) => (record.timeNs === 0n ? record.observedNs : record.timeNs));
  return {
    traceId: first.traceId ?? "",
    spanId: first.spanId ?? "",
    name: "",
    kind: 0,
    startNs: times.reduce((least, time) => (time < least ? time : least)),
    endNs: times.reduce((most, time) => (time > most ? time : most)),
    attributes: new Map(),
    droppedCount: 0,
    events: [],
    status: "unset",
    scope: first.scope,
    resource: first.resource,
  };
}

function referenced(datapoints: readonly Datapoint[], media: ReadonlyMap<string, Medium>): readonly Medium[] {
  if (media.size === 0) return [];
  const named = new Set(
    datapoints.flatMap(({ input, output }) =>
      [...input, ...output].flatMap(({ parts }) =>
        parts.flatMap((part) => ("sha256" in part ? (part.sha256 ?? []) : [])),
      ),
    ),
  );
  return [...media.values()].filter((blob) => named.has(blob.sha256)).sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
}
