/**
 * A value of an OTLP AnyValue. 64-bit integers beyond 2^53 are bigint; key-value lists are null-prototype
 * objects.
 */
export type AttributeValue =
  | string
  | number
  | bigint
  | boolean
  | null
  | Uint8Array
  | readonly AttributeValue[]
  | { readonly [key: string]: AttributeValue };

/** A Map, because attribute keys come from the application and `__proto__` can be one of them. */
export type Attributes = ReadonlyMap<string, AttributeValue>;

/** The instrumentation that made a span or log record. The name is empty if the client sent none. */
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

/** A reference to another span, most often to the one in another trace that caused this span. */
export interface SpanLink {
  readonly traceId: string;
  readonly spanId: string;
  /** W3C trace state of the linked span. */
  readonly traceState?: string;
  readonly attributes: Attributes;
}

export type SpanStatus = "unset" | "ok" | "error";

/**
 * One OpenTelemetry span as received (opentelemetry-proto trace/v1). Ids are lower-case hex; times are Unix
 * nanoseconds.
 */
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
  /** Number of attributes, events and links that the client reports as dropped. */
  readonly droppedCount: number;
  readonly events: readonly SpanEvent[];
  readonly links?: readonly SpanLink[];
  readonly status: SpanStatus;
  readonly statusMessage?: string;
  readonly scope: Scope;
  readonly resource: Attributes;
}

/**
 * One OpenTelemetry log record as received (opentelemetry-proto logs/v1). Ids are absent if the client set none.
 */
export interface LogRecord {
  readonly traceId?: string;
  readonly spanId?: string;
  readonly timeNs: bigint;
  readonly observedNs: bigint;
  readonly severityNumber: number;
  readonly severityText?: string;
  /** LogRecord.event_name; older clients put it into the attribute `event.name`. */
  readonly eventName?: string;
  readonly body?: AttributeValue;
  readonly attributes: Attributes;
  readonly scope: Scope;
  readonly resource: Attributes;
}

/**
 * Attribute of a span or log record whose oversized values were cut: a list of `{attribute, original_bytes,
 * sha256}`, one for each value that was cut; the digest (hex) is of the whole value.
 */
export const truncatedValues = "gaffe.truncated";

/** Attribute of a span whose token counts are the client's estimate: true. */
export const usageEstimated = "gaffe.usage.estimated";
