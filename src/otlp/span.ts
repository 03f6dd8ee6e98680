/** A value of an OTLP AnyValue. 64-bit integers beyond 2^53 are bigint; key-value lists are null-prototype objects. */
export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

/** A Map, because attribute keys are the sender's words and `__proto__` is one of them. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** The instrumentation that made a span or log record. Empty name where the sender gave none. */
export interface Scope {
  readonly name: string;
  readonly version: string;
  readonly attributes: Attributes;
}

export interface SpanEvent {
  readonly name: string;
  readonly timeNs: bigint;
  readonly attributes: Attributes;
}

/** What a span points to: most often a span of another trace that caused it. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  /** W3C trace state of the linked span. */
  readonly traceState?: string;
  readonly attributes: Attributes;
}

export type SpanStatus = "unset" | "ok" | "error";

/** One OpenTelemetry span as received (opentelemetry-proto trace/v1). Ids are lower-case hex; times are Unix nanoseconds. */
export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** SpanKind: 0 unspecified, 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  readonly kind: number;
  readonly startNs: bigint;
  readonly endNs: bigint;
  readonly attributes: Attributes;
  /** Attributes, events and links that the sender says it dropped. */
  readonly droppedCount: number;
  readonly events: readonly SpanEvent[];
  /** Absent without any. */
  readonly links?: readonly SpanLink[];
  readonly status: SpanStatus;
  readonly statusMessage?: string;
  readonly scope: Scope;
  readonly resource: Attributes;
}

/** One OpenTelemetry log record as received (opentelemetry-proto logs/v1). Ids are absent where the sender set none. */
export interface LogRecord {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly timeNs: bigint;
  readonly observedNs: bigint;
  readonly severityNumber: number;
  readonly severityText?: string;
  /** LogRecord.event_name; older senders put it into the attribute `event.name`. */
  readonly eventName?: string;
  readonly body?: AttributeValue;
  readonly attributes: Attributes;
  readonly scope: Scope;
  readonly resource: Attributes;
}

/**
 * Attribute of a span or log record of which values were too large to be kept whole: a list of
 * `{attribute, original_bytes, sha256}`, one for each value that was cut, the digest (hex) being that of the whole value.
 */
export const truncatedValues = "gaffe.truncated";

/** Attribute of a span whose token counts are its sender's guess: true. */
export const usageEstimated = "gaffe.usage.estimated";
