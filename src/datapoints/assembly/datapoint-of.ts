import { type LogRecord, type Source, type Span, truncatedValues, usageEstimated } from "../../otlp/index.ts";
import { datapointId, type ProjectId } from "../../platform/ids.ts";
import type { CallError, Datapoint, FailedStep, Flag } from "../datapoint.ts";
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

/** What a datapoint needs in addition to the call itself. */
export interface CallContext {
  readonly projectId: ProjectId;
  readonly trace: TraceView;
  readonly prices: Prices;
  /** What later calls of the trace repeat of this one (see history.ts). */
  readonly repeated?: Reading | undefined;
  /** Steps of the trace that failed and belong to this call. */
  readonly failedSteps?: readonly FailedStep[] | undefined;
  /** How the primary span arrived, and when (Unix milliseconds). */
  readonly source: Source;
  readonly receivedAt: number;
}

/**
 * Returns the datapoint of one call: its spans merged, with the most complete one first and the others filling
 * its gaps.
 */
export function datapointOf(members: Call, context: CallContext): Datapoint {
  const [primary] = members;
  const reading = fill(whole(members, context.trace), context.repeated);
  return {
    ...identity(primary.span, primary.convention, context),
    spanIds: members.map((one) => one.span.spanId),
    operation: reading.operation ?? primary.claim.operation,
    ...contentOf(reading, context, isEstimated(members)),
    timeToFirstTokenMs: reading.timeToFirstTokenMs ?? firstTokenMs(primary.span),
    flags: flagsOf(reading, members, context),
  } as Datapoint;
}

/** Builds the datapoint of a trace that failed before it called a model: the step's error is its own. */
export function neverCalledDatapoint(
  span: Span,
  convention: Convention,
  reading: Reading,
  context: CallContext & { readonly failedSteps: readonly [FailedStep, ...FailedStep[]] },
): Datapoint {
  const { failedSteps } = context;
  const flags: readonly Flag[] = ["never_called"];
  return {
    ...identity(span, convention, context),
    spanIds: [span.spanId],
    operation: "chat",
    ...contentOf(reading, context),
    error: failedSteps[0].error,
    flags: reading.input === undefined ? ["content_missing", ...flags] : flags,
  } as Datapoint;
}

/** Builds a datapoint from log records whose span never arrived: only the messages of the call are known. */
export function unfinishedDatapoint(
  span: Span,
  convention: Convention,
  reading: Reading,
  context: CallContext,
): Datapoint {
  return {
    ...identity(span, convention, context),
    spanIds: [span.spanId],
    operation: reading.operation ?? "chat",
    ...contentOf(reading, context),
    flags: isCut([], context.trace.logs(span.spanId)) ? ["partial", "truncated"] : ["partial"],
  } as Datapoint;
}

function whole(members: Call, trace: TraceView): Reading {
  if (members.length === 1) return withHttpStatus(withoutIdleError(members[0].reading), members, trace);
  const led = [...members].sort((a, b) => richness(b.reading) - richness(a.reading));
  // A failed attempt under a call that succeeded is not a failure of the call.
  const isFailure = members[0].reading.error !== undefined || members.every((one) => one.reading.error !== undefined);
  const merged = fill(...led.map((one) => one.reading));
  return withHttpStatus(withoutIdleError(isFailure ? merged : { ...merged, error: undefined }), members, trace);
}

/** Drops an error status from a call that has a complete response: an instrumentation error (OpenLIT has such). */
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

/** Many instrumentations record the HTTP status only on the HTTP client's span below. */
function withHttpStatus(reading: Reading, members: readonly Candidate[], trace: TraceView): Reading {
  if (reading.error === undefined || reading.error.status !== undefined) return reading;
  const last = members
    .flatMap((one) => trace.children(one.span.spanId))
    .flatMap((child) => number(child.attributes, "http.response.status_code", "http.status_code") ?? [])
    .at(-1);
  return last === undefined || last < 400 ? reading : { ...reading, error: { ...reading.error, status: last } };
}

function identity(span: Span, convention: Convention, { projectId, trace, source }: CallContext) {
  const startedAt = msOf(span.startNs);
  const endedAt = Math.max(startedAt, msOf(span.endNs));
  const traceContext = contextOf(span, trace);
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
    ...present(traceContext),
    attributes: span.attributes,
  };
}

const isEstimated = (members: Call) => members.some(({ span }) => span.attributes.get(usageEstimated) === true);

function contentOf(reading: Reading, { prices, failedSteps }: CallContext, estimated = false) {
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
      failedSteps,
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

function flagsOf(reading: Reading, members: Call, { receivedAt, trace }: CallContext): readonly Flag[] {
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

/** Truncated by the source, which reports how much it dropped, or by Gaffe's limits. */
const isCut = (spans: readonly Span[], logs: readonly LogRecord[]) =>
  spans.some(({ droppedCount }) => droppedCount > 0) ||
  [...spans, ...logs].some(({ attributes }) => attributes.has(truncatedValues));

/** Clocks that are synchronized over the network agree better than this. */
const minuteMs = 60_000;

/** No model was called over an API before this: an earlier start comes from a clock that was never set. */
const firstModelsMs = Date.UTC(2020, 0);

/** Converts Unix nanoseconds to milliseconds, with microseconds as fractions. */
const msOf = (ns: bigint) => Number(ns / 1000n) / 1000;

/**
 * Reads first-token times that are instants rather than durations: `"2026-…Z"`, which Langfuse quotes once more.
 */
function firstTokenMs(span: Span): number | undefined {
  const instant = text(span.attributes, "langfuse.observation.completion_start_time", "mastra.completion_start_time");
  if (instant === undefined) return undefined;
  const ms = Date.parse(instant) - msOf(span.startNs);
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms * 1000) / 1000 : undefined;
}

function present<Shape extends object>(shape: Shape): Partial<{ [Key in keyof Shape]: NonNullable<Shape[Key]> }> {
  const made: Partial<{ [Key in keyof Shape]: NonNullable<Shape[Key]> }> = {};
  for (const key of Object.keys(shape) as (keyof Shape)[]) {
    const value = shape[key];
    if (value !== undefined && value !== null) made[key] = value;
  }
  return made;
}
