import type { LogRecord, Span } from "../../otlp/span.ts";
import type { Operation } from "../datapoint.ts";
import type { Notes } from "../shapes/notes.ts";
import type { Reading } from "./reading.ts";

/** What a convention says of a span that is its own. */
export type Claim =
  | { readonly kind: "call"; readonly operation: Operation; readonly because: string }
  /** An agent, a tool, a wrapper, an aggregate: kept as trace context. */
  | { readonly kind: "context"; readonly because: string };

/** The trace around a span, as far as it has arrived; every list is in a fixed order whatever the order of arrival. */
export interface TraceView {
  readonly spans: readonly Span[];
  span(spanId: string | undefined): Span | undefined;
  children(spanId: string): readonly Span[];
  /** Log records that name the span. */
  logs(spanId: string): readonly LogRecord[];
  readonly allLogs: readonly LogRecord[];
  /** What is dear to find and the same for every call of the trace is made once, on first use. */
  once<Value>(name: string, make: () => Value): Value;
}

/**
 * One way of writing a model call into a span. claim() runs on every span of every trace: it must decide by scope
 * name or by one or two keys, and answers undefined for spans of others. read() runs on the spans claimed as calls.
 * Both are pure and never throw on hostile attributes.
 */
export interface Convention {
  readonly name: string;
  /** The switch that turns message content on for this instrumentation; absent where it has none. */
  readonly contentSwitch?: string;
  /** An attribute that says a span carries this convention's names, whoever claimed it: its reading then fills holes. */
  readonly mark?: string;
  claim(span: Span, trace: TraceView): Claim | undefined;
  read(span: Span, trace: TraceView, notes: Notes): Reading;
}

export const call = (operation: Operation, because: string): Claim => ({ kind: "call", operation, because });
export const context = (because: string): Claim => ({ kind: "context", because });
