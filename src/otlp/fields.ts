/**
 * Tags (field number × 8 + wire type) of the OTLP messages, from the published opentelemetry-proto v1 definitions:
 * collector/{trace,logs}/v1, trace/v1, logs/v1, resource/v1 and common/v1. A field that arrives with another wire type
 * is an unknown field and skipped, as protobuf parsers do.
 */
const varint = (field: number) => field * 8;
const fixed64 = (field: number) => field * 8 + 1;
const bytes = (field: number) => field * 8 + 2;

/** The three outer levels have the same numbers for spans and log records. */
export const exportRequest = { resources: bytes(1) } as const;
export const resourceItems = { resource: bytes(1), scopes: bytes(2) } as const;
export const scopeItems = { scope: bytes(1), items: bytes(2) } as const;

export const resource = { attributes: bytes(1) } as const;
export const scope = { name: bytes(1), version: bytes(2), attributes: bytes(3) } as const;

export const span = {
  traceId: bytes(1),
  spanId: bytes(2),
  traceState: bytes(3),
  parentSpanId: bytes(4),
  name: bytes(5),
  kind: varint(6),
  start: fixed64(7),
  end: fixed64(8),
  attributes: bytes(9),
  droppedAttributes: varint(10),
  events: bytes(11),
  droppedEvents: varint(12),
  links: bytes(13),
  droppedLinks: varint(14),
  status: bytes(15),
} as const;

export const event = { time: fixed64(1), name: bytes(2), attributes: bytes(3) } as const;
export const link = {
  traceId: bytes(1),
  spanId: bytes(2),
  traceState: bytes(3),
  attributes: bytes(4),
  droppedAttributes: varint(5),
} as const;
export const status = { message: bytes(2), code: varint(3) } as const;

export const logRecord = {
  time: fixed64(1),
  severityNumber: varint(2),
  severityText: bytes(3),
  body: bytes(5),
  attributes: bytes(6),
  traceId: bytes(9),
  spanId: bytes(10),
  observedTime: fixed64(11),
  eventName: bytes(12),
} as const;

export const keyValue = { key: bytes(1), value: bytes(2) } as const;
export const anyValue = {
  string: bytes(1),
  bool: varint(2),
  int: varint(3),
  double: fixed64(4),
  array: bytes(5),
  list: bytes(6),
  bytes: bytes(7),
} as const;
/** ArrayValue.values and KeyValueList.values. */
export const values = bytes(1);
