import type { ReadableSpan } from "@opentelemetry/sdk-trace-base";

/** Adapts a span of the OpenTelemetry SDK 1.x to the 2.x names of its scope and parent. */
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

const modelAttributes = /^(gen_ai\.|llm\.|ai\.(operationId|model)|openinference\.|traceloop\.)/;

/** Whether a span describes a model call. Of the application's own spans, only these are also sent to Gaffe. */
export const isAboutModels = ({ attributes }: ReadableSpan): boolean =>
  Object.keys(attributes).some((name) => modelAttributes.test(name));
