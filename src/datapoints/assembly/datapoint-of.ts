import { type LogRecord, type Span, truncatedValues, usageEstimated } from "../../otlp/span.ts";
import { datapointId, type ProjectId } from "../../platform/ids.ts";
import type { CallError, Datapoint, Flag, Source } from "../datapoint.ts";
import { classifyError } from "../errors/error-classifier.ts";
import { costOf, type Prices, priceOf } from "../pricing/prices.ts";
import { number, text } from "../shapes/attributes/attributes.ts";
import { isSilent } from "../shapes/attributes/genai.ts";
import { finishReasonsFor } from "../shapes/finish-reasons.ts";
import { providerOfModel } from "../shapes/providers.ts";
import { usageOf } from "../shapes/usage.ts";
import { contentDroppedKey } from "../text/redaction.ts";
import { contextOf } from "../traces/trace-context.ts";
import type { Convention, TraceView } from "./convention.ts";
import { type Call, type Candidate, richness } from "./fold.ts";
import { type ErrorFacts, fill, type Reading } from "./reading.ts";

/** What a datapoint needs beside the call itself. */
export interface Surroundings {
  readonly projectId: ProjectId;
  readonly trace: TraceView;
  readonly prices: Prices;
  /** What later calls of the trace repeat of this one (history.ts). */
  readonly repeated?: Reading | undefined;
  /** How the kept span came, and when (Unix milliseconds). */
  readonly source: Source;
  readonly receivedAt: number;
}

/** The datapoint of one call: what its spans say, merged; the fullest account leads and the others fill its holes. */
export function datapointOf(members: Call, around: Surroundings): Datapoint {
  const [kept] = members;
  const reading = fill(whole(members, around.trace), around.repeated);
  return {
    ...identity(kept.span, kept.convention, around),
    spanIds: members.map((one) => one.span.spanId),
    operation: reading.operation ?? kept.claim.operation,
    ...contentOf(reading, around, isEstimated(members)),
    timeToFirstTokenMs: reading.timeToFirstTokenMs ?? firstTokenMs(kept.span),
    flags: flagsOf(reading, members, around),
  } as Datapoint;
}

/** Log records whose span never came: a call of which only the messages are known. */
export function unfinishedDatapoint(
  span: Span,
  convention: Convention,
  reading: Reading,
  around: Surroundings,
): Datapoint {
  return {
    ...identity(span, convention, around),
    spanIds: [span.spanId],
    operation: reading.operation ?? "chat",
    ...contentOf(reading, around),
    flags: isCut([], around.trace.logs(span.spanId)) ? ["partial", "truncated"] : ["partial"],
  } as Datapoint;
}

function whole(members: Call, trace: TraceView): Reading {
  if (members.length === 1) return withHttpStatus(withoutIdleError(members[0].reading), members, trace);
  const led = [...members].sort((a, b) => richness(b.reading) - richness(a.reading));
  // A failed attempt under a call that went through is no failure of the call.
  const isFailure = members[0].reading.error !== undefined || members.every((one) => one.reading.error !== undefined);
  const merged = fill(...led.map((one) => one.reading));
  return withHttpStatus(withoutIdleError(isFailure ? merged : { ...merged, error: undefined }), members, trace);
}

/** An error status on a call that answered in full is a mishap of the instrumentation (OpenLIT has such). */
function withoutIdleError(reading: Reading): Reading {
  const isComplete =
    !isSilent(reading.output) &&
    reading.finishReasons?.some((reason) => reason !== "error" && reason !== "other") === true;
  return isComplete &&
    reading.error !== undefined &&
    (reading.error.status ?? 0) < 400 &&
    reading.usage?.output !== undefined
    ? { ...reading, error: undefined }
    : reading;
}

/** Many instrumentations leave the HTTP status to the client's span below. */
function withHttpStatus(reading: Reading, members: readonly Candidate[], trace: TraceView): Reading {
  if (reading.error === undefined || reading.error.status !== undefined) return reading;
  const last = members
    .flatMap((one) => trace.children(one.span.spanId))
    .flatMap((child) => number(child.attributes, "http.response.status_code", "http.status_code") ?? [])
    .at(-1);
  return last === undefined || last < 400 ? reading : { ...reading, error: { ...reading.error, status: last } };
}

function identity(span: Span, convention: Convention, { projectId, trace, source }: Surroundings) {
  const startedAt = msOf(span.startNs);
  const endedAt = Math.max(startedAt, msOf(span.endNs));
  const said = contextOf(span, trace);
  return {
    id: datapointId(projectId, span.traceId, span.spanId),
    projectId,
    traceId: span.traceId,
    spanId: span.spanId,
    ...(span.parentSpanId === undefined ? {} : { parentSpanId: span.parentSpanId }),
    source,
    convention: convention.name,
    startedAt,
    endedAt,
    durationMs: Math.round((endedAt - startedAt) * 1000) / 1000,
    ...present(said),
    attributes: span.attributes,
  };
}

const isEstimated = (members: Call) => members.some(({ span }) => span.attributes.get(usageEstimated) === true);

function contentOf(reading: Reading, { prices }: Surroundings, estimated = false) {
  const usage = usageOf(reading.usage ?? {});
  const model = reading.responseModel ?? reading.requestModel;
  const price =
    model === undefined ? undefined : (priceOf(model, prices) ?? priceOf(reading.requestModel ?? model, prices));
  const cost = costOf(usage, price);
  const provider = reading.provider ?? providerOfModel(reading.requestModel ?? reading.responseModel);
  const output = reading.output ?? [];
  return {
    ...present({
      provider,
      requestModel: reading.requestModel,
      responseModel: reading.responseModel,
      responseId: reading.responseId,
      toolChoice: reading.toolChoice,
      streaming: reading.streaming,
      cost: cost && estimated ? { ...cost, complete: false } : cost,
      error: reading.error && callError(reading.error, provider),
    }),
    input: (reading.input ?? []).filter((message) => message.parts.length > 0),
    output: output.filter((message) => message.parts.length > 0),
    tools: reading.tools ?? [],
    params: reading.params ?? {},
    finishReasons: finishReasonsFor(reading.finishReasons ?? [], output),
    usage,
  };
}

function callError(error: ErrorFacts, provider: string | undefined): CallError {
  return { ...present(error), ...classifyError(error, provider) };
}

function flagsOf(reading: Reading, members: Call, { receivedAt, trace }: Surroundings): readonly Flag[] {
  const flags = new Set<Flag>(members.flatMap((one) => [...one.notes.flags]));
  if (isSilent(reading.output) && !reading.input?.some((message) => message.parts.length > 0))
    flags.add("content_missing");
  const spans = members.map((one) => one.span);
  const logs = spans.flatMap((each) => trace.logs(each.spanId));
  if ([...spans, ...logs].some(({ attributes }) => attributes.has(contentDroppedKey))) flags.add("content_dropped");
  if (isCut(spans, logs)) flags.add("truncated");
  if (isEstimated(members)) flags.add("usage_estimated");
  const span = members[0].span;
  const startMs = msOf(span.startNs);
  if (span.endNs < span.startNs || startMs > receivedAt + minuteMs || startMs < firstModelsMs) flags.add("clock_skew");
  return [...flags].sort();
}

/** By its sender, who counts what it dropped, or by our limits. */
const isCut = (spans: readonly Span[], logs: readonly LogRecord[]) =>
  spans.some(({ droppedCount }) => droppedCount > 0) ||
  [...spans, ...logs].some(({ attributes }) => attributes.has(truncatedValues));

/** Clocks that are set by their network agree better. */
const minuteMs = 60_000;

/** Nobody called a model over an API before this: a call that says so comes from a clock that nobody set. */
const firstModelsMs = Date.UTC(2020, 0);

/** Unix nanoseconds as milliseconds, with microseconds as fractions. */
const msOf = (ns: bigint) => Number(ns / 1000n) / 1000;

/** First-token times that are instants rather than durations: `"2026-…Z"`, in Langfuse quoted once more. */
function firstTokenMs(span: Span): number | undefined {
  const instant = text(span.attributes, "langfuse.observation.completion_start_time", "mastra.completion_start_time");
  if (instant === undefined) return undefined;
  const ms = Date.parse(instant) - msOf(span.startNs);
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms * 1000) / 1000 : undefined;
}

/** Absent keys are left out. */
function present<Shape extends object>(shape: Shape): Partial<{ [Key in keyof Shape]: NonNullable<Shape[Key]> }> {
  const made: Partial<{ [Key in keyof Shape]: NonNullable<Shape[Key]> }> = {};
  for (const key of Object.keys(shape) as (keyof Shape)[]) {
    const value = shape[key];
    if (value !== undefined && value !== null) made[key] = value;
  }
  return made;
}
