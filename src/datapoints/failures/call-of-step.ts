import type { Span } from "../../otlp/index.ts";
import { Failure } from "../../platform/failure.ts";
import type { TraceView } from "../assembly/convention.ts";
import type { Call } from "../assembly/fold.ts";
import { text } from "../shapes/attributes/attributes.ts";
import { lineage } from "./lineage.ts";
import { type StepKind, stepNameOf } from "./step-kind.ts";

/**
 * Returns a function that finds the call that a step belongs to: the one that requested the tool, by id or by name; else
 * the call below the nearest common span that the step followed, or, for what comes before any call, the next one.
 * The trace must have a call.
 */
export function callFinder(trace: TraceView, calls: readonly Call[]) {
  const ordered = calls.toSorted(([one], [other]) => order(one.span, other.span));
  const byToolCall = requestedTools(ordered);
  const below = callsBelow(ordered, trace);

  return (span: Span, kind: StepKind | undefined): Call => {
    const requested = kind === "tool" ? requesting(span) : undefined;
    if (requested) return requested;
    for (const above of lineage(span, trace)) {
      const near = below.get(above.spanId);
      if (near) return chosen(near, span, kind);
    }
    return chosen(ordered, span, kind);
  };

  function requesting(span: Span): Call | undefined {
    const id = text(span.attributes, "gen_ai.tool.call.id", "ai.toolCall.id", "tool_call.id", "tool.call.id");
    const byId = id === undefined ? undefined : byToolCall.get(`id ${id}`)?.[0];
    if (byId) return byId;
    const named = byToolCall.get(`name ${stepNameOf(span, "tool")}`) ?? [];
    return named.findLast(([primary]) => primary.span.startNs <= span.startNs);
  }
}

/** Calls by the ids and the names of the tools that they request, in order. */
function requestedTools(calls: readonly Call[]): ReadonlyMap<string, readonly Call[]> {
  const requests = calls.flatMap((call) => [...new Set(toolKeysOf(call))].map((key) => ({ key, call })));
  const grouped = Map.groupBy(requests, ({ key }) => key);
  return new Map([...grouped].map(([key, list]) => [key, list.map(({ call }) => call)]));
}

const toolKeysOf = (call: Call): readonly string[] =>
  call
    .flatMap(({ reading }) => reading.output ?? [])
    .flatMap(({ parts }) => parts)
    .flatMap((part) =>
      part.type === "tool_call" ? [`name ${part.name}`, ...(part.id === undefined ? [] : [`id ${part.id}`])] : [],
    );

/** Calls by each span above them, in order. */
function callsBelow(calls: readonly Call[], trace: TraceView): ReadonlyMap<string, readonly Call[]> {
  const below = new Map<string, Call[]>();
  for (const call of calls) {
    for (const above of lineage(trace.span(call[0].span.spanId), trace)) {
      const known = below.get(above.spanId);
      if (known) known.push(call);
      else below.set(above.spanId, [call]);
    }
  }
  return below;
}

/** What is retrieved belongs to the call that reads it; anything else to the call that led to it. */
function chosen(calls: readonly Call[], span: Span, kind: StepKind | undefined): Call {
  const [first] = calls;
  const last = calls.at(-1);
  if (!first || !last) throw new Failure("defect", "a step of a trace without calls belongs to none");
  const before = calls.findLast(([primary]) => primary.span.startNs <= span.startNs);
  const after = calls.find(([primary]) => primary.span.startNs >= span.endNs);
  return kind === "retrieval" ? (after ?? before ?? last) : (before ?? after ?? first);
}

const order = (one: Span, other: Span) =>
  one.startNs === other.startNs ? (one.spanId < other.spanId ? -1 : 1) : one.startNs < other.startNs ? -1 : 1;
