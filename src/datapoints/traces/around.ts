import type { Attributes, Span, SpanEvent } from "../../otlp/span.ts";
import type { Datapoint } from "../datapoint.ts";

/** What a check may know of a span of the trace. */
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
}

/** What history can be asked for: US dollars, milliseconds, tokens. */
export const metrics = ["cost", "latency", "tokens"] as const;
export type Metric = (typeof metrics)[number];

/**
 * What is known around a datapoint when it is judged; what is absent the caller does not know. It is as far as it had
 * come by then: of a trace that goes on, later datapoints know more.
 */
export interface Around {
  /** Spans of its trace that have arrived, by start. */
  readonly spans?: () => readonly TraceSpan[];
  /** Model calls of its trace that have arrived, itself among them. */
  readonly calls?: readonly Datapoint[];
  /** Values of earlier datapoints of the same project, model and prompt version, oldest first. */
  readonly earlier?: (metric: Metric) => readonly number[];
  /** Answers of other datapoints of the same test run. */
  readonly others?: () => readonly string[];
}

/** A span as checks see it. */
export function traceSpanOf(span: Span): TraceSpan {
  const { spanId, parentSpanId, name, startNs, endNs, status, attributes, events } = span;
  return {
    id: spanId,
    ...(parentSpanId === undefined ? {} : { parentId: parentSpanId }),
    name,
    attributes,
    events,
    startMs: Number(startNs / 1000n) / 1000,
    endMs: Number(endNs / 1000n) / 1000,
    failed: status === "error" || events.some((event) => event.name === "exception"),
  };
}

/** The value of a metric for one datapoint; undefined where it is not recorded. */
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
      return metric satisfies never;
  }
}
