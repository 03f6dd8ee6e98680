import type { LogRecord, Span } from "../../otlp/index.ts";
import type { Operation } from "../datapoint.ts";
import type { Notes } from "../shapes/notes.ts";
import type { CallContent } from "./call-content.ts";
import type { Reading } from "./reading.ts";

/** How a convention classifies one of its spans. */
export type Claim =
  | { readonly kind: "call"; readonly operation: Operation; readonly reason: string }
  /** An agent, tool, wrapper or aggregate span: stored as trace context. */
  | { readonly kind: "context"; readonly reason: string };

/**
 * The received part of a trace around a span. Every list has a fixed order, independent of the order of arrival.
 */
export interface TraceView {
  readonly spans: readonly Span[];
  span(spanId: string | undefined): Span | undefined;
  children(spanId: string): readonly Span[];
  /** Log records that name the span. */
  logs(spanId: string): readonly LogRecord[];
  readonly allLogs: readonly LogRecord[];
  /** What the JSON texts of the span's attributes encode, where that is known without parsing them. */
  content(span: Span): CallContent | undefined;
  /** Computes an expensive value on first use and shares it among all calls of the trace. */
  once<Value>(name: string, make: () => Value): Value;
}

/**
 * A convention for recording a model call in a span. claim() runs on every span of every trace: it must decide
 * by scope name or by one or two keys, and returns undefined for foreign spans. read() runs on the spans claimed
 * as calls. Both are pure and never throw on hostile attributes.
 */
export interface Convention {
  readonly name: string;
  /** Setting that turns on message content in this instrumentation; absent where there is none. */
  readonly contentSwitch?: string;
  /**
   * Attribute whose presence means that a span carries this convention's names, even if another convention claimed
   * it: this convention's reading then fills missing fields.
   */
  readonly markerAttribute?: string;
  claim(span: Span, trace: TraceView): Claim | undefined;
  read(span: Span, trace: TraceView, notes: Notes): Reading;
}

export const call = (operation: Operation, reason: string): Claim => ({ kind: "call", operation, reason });
export const context = (reason: string): Claim => ({ kind: "context", reason });
