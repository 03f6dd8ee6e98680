import { type Datapoint, type Subject, stepKindOf, stepNameOf, type TraceSpan } from "../../datapoints/index.ts";

/** A step of a trace, as rules of a policy see it. */
export interface TraceStep {
  /** `call` is a model call, `answer` one that ends in text instead of tool calls. */
  readonly kinds: readonly string[];
  readonly name: string;
  /** Absent for a tool that is known from the call's messages only. */
  readonly span?: TraceSpan;
  /** Unix milliseconds. */
  readonly startMs: number;
  readonly endMs: number;
  readonly failed: boolean;
}

/**
 * Returns the steps of the subject's trace by start. Where no tool has a span, the tool calls of the responses count,
 * at the end of their call.
 */
export function stepsOf({ context, datapoint }: Subject): readonly TraceStep[] {
  const calls = context.calls ?? [datapoint];
  const callOf = new Map(calls.flatMap((call) => call.spanIds.map((id) => [id, call] as const)));
  const ofSpans = (context.spans?.() ?? []).flatMap((span) => {
    const call = callOf.get(span.id);
    if (call) return call.spanId === span.id ? [callStep(call, span)] : [];
    const kind = stepKindOf(span) ?? "app";
    const { startMs, endMs, failed } = span;
    return [{ kinds: [kind], name: stepNameOf(span, kind), span, startMs, endMs, failed }];
  });
  const hasTools = ofSpans.some(({ kinds }) => kinds.includes("tool"));
  const steps = hasTools ? ofSpans : [...ofSpans, ...calls.flatMap(requestedTools)];
  return steps.toSorted((one, other) => one.startMs - other.startMs || one.endMs - other.endMs);
}

function callStep(call: Datapoint, span: TraceSpan): TraceStep {
  const parts = call.output.flatMap((message) => message.parts);
  const answers = parts.some(({ type }) => type === "text") && !parts.some(({ type }) => type === "tool_call");
  return {
    kinds: answers ? ["call", "answer"] : ["call"],
    name: span.name,
    span,
    startMs: call.startedAt,
    endMs: call.endedAt,
    failed: call.error !== undefined,
  };
}

const requestedTools = ({ output, endedAt }: Datapoint): readonly TraceStep[] =>
  output
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === "tool_call"
        ? [{ kinds: ["tool"], name: part.name, startMs: endedAt, endMs: endedAt, failed: false }]
        : [],
    );
