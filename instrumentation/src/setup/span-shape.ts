import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";

/** A span of the OpenTelemetry SDK 1.x under the names that 2.x has for its scope and parent. */
export function currentShape(span: ReadableSpan): ReadableSpan {
  if (span.instrumentationScope !== undefined) return span;
  const old = span as unknown as {
    instrumentationLibrary: ReadableSpan["instrumentationScope"];
    parentSpanId?: string;
  };
  return Object.create(span, {
    instrumentationScope: { value: old.instrumentationLibrary },
    parentSpanContext: { value: old.parentSpanId && { ...span.spanContext(), spanId: old.parentSpanId } },
  }) as ReadableSpan;
}

const marks = /^(gen_ai\.|llm\.|ai\.(operationId|model)|openinference\.|traceloop\.)/;

/** Spans that speak of models: of those that an application makes by itself, only these go to Gaffe as well. */
export const isAboutModels = ({ attributes }: ReadableSpan): boolean =>
  Object.keys(attributes).some((name) => marks.test(name));
