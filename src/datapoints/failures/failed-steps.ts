import type { Span } from "../../otlp/index.ts";
import type { TraceView } from "../assembly/convention.ts";
import type { Call } from "../assembly/fold.ts";
import type { FailedStep } from "../datapoint.ts";
import { classifyError } from "../errors/error-classifier.ts";
import { text } from "../shapes/attributes/attributes.ts";
import { errorFactsOf, stackIn, thrownIn } from "../shapes/errors.ts";
import { callFinder } from "./call-of-step.ts";
import { lineage } from "./lineage.ts";
import { type KnownKind, type StepKind, stepKindOf, stepNameOf } from "./step-kind.ts";

export interface FailedSteps {
  /** Failed steps by the call that they belong to, in the order of their spans. */
  readonly byCall: ReadonlyMap<Call, readonly FailedStep[]>;
  /** Failed steps of a trace without a call. */
  readonly unattached: readonly FailedStep[];
}

/** Traces with more failures than this are of a loop: the first ones say what is wrong. */
const failuresAtMost = 500;
const stepsAtMost = 20;

/**
 * Finds the steps of a trace that broke, apart from its model calls. An exception passes through every span above the
 * step that raised it: only that step counts, or the tool or agent around it that ends in the same exception.
 */
export function failedStepsOf(trace: TraceView, calls: readonly Call[]): FailedSteps {
  const failing = trace.spans.filter(isFailed);
  if (failing.length === 0) return none;
  const members = new Set(calls.flatMap((call) => call.map(({ span }) => span.spanId)));
  const failed = failing
    .slice(0, failuresAtMost)
    .map((span) => ({ span, kind: stepKindOf(span), isCall: members.has(span.spanId), ...failureOf(span) }))
    .filter((one) => one.isCall || counts(one, trace, members));
  const steps = withoutEchoes(failed, trace).filter(({ isCall }) => !isCall);
  if (steps.length === 0) return none;
  if (calls.length === 0) return { byCall: new Map(), unattached: steps.slice(0, stepsAtMost).map(stepOf) };
  const callOf = callFinder(trace, calls);
  const byCall = Map.groupBy(steps, ({ span, kind }) => callOf(span, kind));
  return {
    byCall: new Map([...byCall].map(([call, list]) => [call, list.slice(0, stepsAtMost).map(stepOf)])),
    unattached: [],
  };
}

const none: FailedSteps = { byCall: new Map(), unattached: [] };

interface Failure {
  readonly span: Span;
  readonly kind: KnownKind | undefined;
  readonly isCall: boolean;
  /** Class of the exception and its message, as recorded. */
  readonly type: string | undefined;
  readonly message: string | undefined;
}

const isFailed = ({ status, events, attributes }: Span): boolean =>
  status === "error" ||
  (status === "unset" && events.some(({ name }) => name === "exception")) ||
  attributes.get("langfuse.observation.level") === "ERROR";

function failureOf(span: Span): Pick<Failure, "type" | "message"> {
  const thrown = thrownIn(span);
  return {
    type: (thrown && text(thrown, "exception.type")) ?? text(span.attributes, "error.type", "exception.type"),
    message:
      (thrown && text(thrown, "exception.message")) ??
      span.statusMessage ??
      text(span.attributes, "error.message", "exception.message", "langfuse.observation.status_message"),
  };
}

/** Exceptions by which frameworks pause or redirect a run on purpose. */
const controlFlow =
  /(?:^|\.)(?:GraphInterrupt|NodeInterrupt|GraphBubbleUp|ParentCommand|GeneratorExit|StopIteration|StopAsyncIteration|CallDeferred|ApprovalRequired|EndStrategy|NEXT_REDIRECT)$/;

/** A plain span counts with an exception only: HTTP clients report every status of 400 or more as an error. */
function counts({ span, kind, type }: Failure, trace: TraceView, members: ReadonlySet<string>): boolean {
  if (type !== undefined && controlFlow.test(type)) return false;
  if (kind !== undefined) return true;
  return thrownIn(span) !== undefined && !isInside(span, trace, members);
}

/** Whether the span is work of a call's own client, such as an HTTP request that is retried. */
function isInside(span: Span, trace: TraceView, members: ReadonlySet<string>): boolean {
  for (const above of lineage(trace.span(span.parentSpanId), trace)) {
    if (members.has(above.spanId)) return true;
    if (stepKindOf(above) !== undefined) return false;
  }
  return false;
}

function withoutEchoes(failed: readonly Failure[], trace: TraceView): readonly Failure[] {
  const bySpan = new Map(failed.map((one) => [one.span.spanId, one]));
  const echoes = new Set<Failure>();
  for (const one of failed) {
    const same: Failure[] = [];
    for (const above of lineage(trace.span(one.span.parentSpanId), trace)) {
      const other = bySpan.get(above.spanId);
      if (other && !other.isCall && isEcho(other, one)) same.push(other);
    }
    // A query that fails inside a tool is the tool's failure.
    const around = one.isCall || one.kind !== undefined ? undefined : same.find(({ kind }) => kind !== undefined);
    if (around) echoes.add(one);
    for (const other of same) if (other !== around) echoes.add(other);
  }
  return failed.filter((one) => !echoes.has(one));
}

/** Whether the outer failure is the inner one, passed on: the same words, a cause in its stack, or no message. */
function isEcho(outer: Failure, inner: Failure): boolean {
  if (outer.message === undefined) return outer.type === undefined || outer.type === inner.type;
  if (inner.message === undefined) return outer.type === inner.type;
  const [one, other] = [outer.message, inner.message];
  if (one === other || (isLong(other) && one.includes(other)) || (isLong(one) && other.includes(one))) return true;
  return isLong(other) && stackIn(outer.span)?.includes(other) === true;
}

const isLong = (message: string) => message.length >= 8;

function stepOf({ span, kind: known, type: exception }: Failure): FailedStep {
  const kind: StepKind = known ?? "app";
  const facts = errorFactsOf(span, text(span.attributes, "error.type"), undefined);
  const message = facts.message ?? text(span.attributes, "langfuse.observation.status_message");
  const { code, status, stack } = facts;
  return {
    spanId: span.spanId,
    kind,
    name: stepNameOf(span, kind),
    error: {
      type: errorTypeOf(kind, exception, { ...facts, message }),
      ...(exception === undefined ? {} : { providerType: exception.slice(0, 300) }),
      ...(code === undefined ? {} : { code }),
      ...(status === undefined ? {} : { status }),
      ...(message === undefined ? {} : { message: message.slice(0, 4000) }),
      ...(stack === undefined ? {} : { stack }),
    },
  };
}

/** Exceptions of model clients, and cancellations: what they mean is known. */
const clientClass =
  /^(?:openai|anthropic|litellm|mistralai|cohere|groq|google\.(?:genai|api_core)|botocore)\.|Cancell?ed|^AbortError$/;

function errorTypeOf(kind: StepKind, exception: string | undefined, facts: Parameters<typeof classifyError>[0]) {
  if (exception !== undefined && clientClass.test(exception)) return classifyError(facts).type;
  return kind === "tool" ? "tool_failed" : "exception";
}
