import type { Attributes, Scope, Span, SpanEvent } from "../../otlp/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { Datapoint, DialogHistory } from "../datapoint.ts";

/** A span of the trace, as checks see it. */
export interface TraceSpan {
  /** Lower-case hex. */
  readonly id: string;
  readonly parentId?: string;
  readonly name: string;
  /** Unix milliseconds, with fractions. */
  readonly startMs: number;
  readonly endMs: number;
  /** Its status is error, or it recorded an exception. */
  readonly failed: boolean;
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  /** Absent where only the trace's own parts are known. */
  readonly resource?: Attributes;
  readonly scope?: Scope;
}

/** Metrics with history: US dollars, milliseconds, tokens. */
export const metrics = ["cost", "latency", "tokens"] as const;
export type Metric = (typeof metrics)[number];

/**
 * Context for the evaluation of a datapoint; absent fields are unknown. It covers what had arrived by then:
 * later datapoints of a running trace have more.
 */
export interface EvaluationContext {
  /** Received spans of its trace, by start. */
  readonly spans?: () => readonly TraceSpan[];
  /** Received model calls of its trace, including itself. */
  readonly calls?: readonly Datapoint[];
  /** Values of earlier datapoints of the same project, model and prompt version, oldest first. */
  readonly earlier?: (metric: Metric) => readonly number[];
  /** Dialog before a request that does not repeat it, as far as it is stored. */
  readonly dialogHistory?: () => DialogHistory | undefined;
  /** Responses of other datapoints of the same test run. */
  readonly others?: () => readonly string[];
}

export function traceSpanOf(span: Span): TraceSpan {
  const { spanId, parentSpanId, name, startNs, endNs, status, attributes, events, resource, scope } = span;
  return {
    id: spanId,
    ...(parentSpanId === undefined ? {} : { parentId: parentSpanId }),
    name,
    attributes,
    events,
    resource,
    scope,
    startMs: Number(startNs / 1000n) / 1000,
    endMs: Number(endNs / 1000n) / 1000,
    failed: status === "error" || events.some((event) => event.name === "exception"),
  };
}

/** Returns a datapoint's value of a metric; undefined if it was not recorded. */
export function metricOf({ cost, durationMs, usage }: Datapoint, metric: Metric): number | undefined {
  switch (metric) {
    case "cost":
      return cost?.complete === true ? cost.usd : undefined;
    case "latency":
      return durationMs;
    case "tokens":
      return usage.inputTokens === undefined && usage.outputTokens === undefined
        ? undefined
        : (usage.inputTokens ?? 0) + (usage.outputTokens ?? 0);
    default:
      return unreachable(metric);
  }
}
