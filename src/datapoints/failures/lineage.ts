import type { Span } from "../../otlp/index.ts";
import type { TraceView } from "../assembly/convention.ts";

/** Deeper nesting indicates a cycle or an attack. */
const maxDepth = 200;

/** Yields a span and those above it that have arrived, the nearest first; nothing without a span. */
export function* lineage(span: Span | undefined, trace: TraceView): Generator<Span> {
  let one = span;
  for (let depth = 0; one && depth < maxDepth; depth++) {
    yield one;
    one = trace.span(one.parentSpanId);
  }
}
