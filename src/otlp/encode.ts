import {
  anyValue,
  event,
  exportRequest,
  keyValue,
  link,
  logRecord,
  resource,
  resourceItems,
  scope,
  scopeItems,
  span,
  status,
  values,
} from "./fields.ts";
import type { Attributes, AttributeValue, LogRecord, Scope, Span, SpanEvent, SpanLink } from "./span.ts";
import { createWireWriter, type WireWriter } from "./wire-writer.ts";

/**
 * Encodes an ExportTraceServiceRequest with the spans in the given order; neighbors that share a resource or
 * scope object are written under one. Decoding returns equal spans.
 */
export function encodeTraces(spans: readonly Span[]): Buffer<ArrayBuffer> {
  return encodeItems(spans, writeSpan);
}

/** Encodes an ExportLogsServiceRequest; see encodeTraces. */
export function encodeLogs(records: readonly LogRecord[]): Buffer<ArrayBuffer> {
  return encodeItems(records, writeLogRecord);
}

interface Placed {
  readonly resource: Attributes;
  readonly scope: Scope;
}

function encodeItems<Item extends Placed>(
  items: readonly Item[],
  write: (writer: WireWriter, item: Item) => void,
): Buffer<ArrayBuffer> {
  const writer = createWireWriter();
  let next = 0;
  while (next < items.length) {
    const { resource: shared } = items[next] as Item;
    writer.message(exportRequest.resources, () => {
      writer.message(resourceItems.resource, () => writeAttributes(writer, resource.attributes, shared));
      while (next < items.length && items[next]?.resource === shared) next = writeScope(writer, items, next, write);
    });
  }
  return writer.take();
}

/** Writes the run of items from `first` that share its resource and scope; returns where the next run starts. */
function writeScope<Item extends Placed>(
  writer: WireWriter,
  items: readonly Item[],
  first: number,
  write: (writer: WireWriter, item: Item) => void,
): number {
  const { resource: sharedResource, scope: shared } = items[first] as Item;
  let next = first;
  writer.message(resourceItems.scopes, () => {
    writer.message(scopeItems.scope, () => {
      if (shared.name !== "") writer.text(scope.name, shared.name);
      if (shared.version !== "") writer.text(scope.version, shared.version);
      writeAttributes(writer, scope.attributes, shared.attributes);
    });
    for (let item = items[next]; item?.resource === sharedResource && item.scope === shared; item = items[++next]) {
      writer.message(scopeItems.items, () => write(writer, item));
    }
  });
  return next;
}

const statusCodes = { unset: 0, ok: 1, error: 2 } as const;

function writeSpan(writer: WireWriter, item: Span): void {
  writer.bytes(span.traceId, Buffer.from(item.traceId, "hex"));
  writer.bytes(span.spanId, Buffer.from(item.spanId, "hex"));
  if (item.parentSpanId !== undefined) writer.bytes(span.parentSpanId, Buffer.from(item.parentSpanId, "hex"));
  if (item.name !== "") writer.text(span.name, item.name);
  if (item.kind !== 0) writer.varint(span.kind, item.kind);
  writer.fixed64(span.start, item.startNs);
  writer.fixed64(span.end, item.endNs);
  writeAttributes(writer, span.attributes, item.attributes);
  // The three counters of the wire are one in the domain.
  if (item.droppedCount > 0) writer.varint(span.droppedAttributes, item.droppedCount);
  for (const one of item.events) writer.message(span.events, () => writeEvent(writer, one));
  for (const one of item.links ?? []) writer.message(span.links, () => writeLink(writer, one));
  if (item.status !== "unset" || item.statusMessage !== undefined) {
    writer.message(span.status, () => {
      if (item.statusMessage !== undefined) writer.text(status.message, item.statusMessage);
      writer.varint(status.code, statusCodes[item.status]);
    });
  }
}

function writeLink(writer: WireWriter, item: SpanLink): void {
  writer.bytes(link.traceId, Buffer.from(item.traceId, "hex"));
  writer.bytes(link.spanId, Buffer.from(item.spanId, "hex"));
  if (item.traceState !== undefined) writer.text(link.traceState, item.traceState);
  writeAttributes(writer, link.attributes, item.attributes);
}

function writeEvent(writer: WireWriter, item: SpanEvent): void {
  writer.fixed64(event.time, item.timeNs);
  if (item.name !== "") writer.text(event.name, item.name);
  writeAttributes(writer, event.attributes, item.attributes);
}

function writeLogRecord(writer: WireWriter, item: LogRecord): void {
  writer.fixed64(logRecord.time, item.timeNs);
  writer.fixed64(logRecord.observedTime, item.observedNs);
  if (item.severityNumber !== 0) writer.varint(logRecord.severityNumber, item.severityNumber);
  if (item.severityText !== undefined) writer.text(logRecord.severityText, item.severityText);
  const { body } = item;
  if (body !== undefined) writer.message(logRecord.body, () => writeValue(writer, body));
  writeAttributes(writer, logRecord.attributes, item.attributes);
  if (item.traceId !== undefined) writer.bytes(logRecord.traceId, Buffer.from(item.traceId, "hex"));
  if (item.spanId !== undefined) writer.bytes(logRecord.spanId, Buffer.from(item.spanId, "hex"));
  if (item.eventName !== undefined) writer.text(logRecord.eventName, item.eventName);
}

function writeAttributes(writer: WireWriter, tag: number, attributes: Attributes): void {
  for (const [key, value] of attributes) writeKeyValue(writer, tag, key, value);
}

function writeKeyValue(writer: WireWriter, tag: number, key: string, value: AttributeValue): void {
  writer.message(tag, () => {
    writer.text(keyValue.key, key);
    writer.message(keyValue.value, () => writeValue(writer, value));
  });
}

/** An integer becomes int_value, as in every JavaScript SDK; -0 is a double, so that it is preserved. */
function writeValue(writer: WireWriter, value: AttributeValue): void {
  if (value === null) return;
  switch (typeof value) {
    case "string":
      writer.text(anyValue.string, value);
      return;
    case "boolean":
      writer.varint(anyValue.bool, value ? 1 : 0);
      return;
    case "bigint":
      writer.varint(anyValue.int, value);
      return;
    case "number":
      if (Number.isSafeInteger(value) && !Object.is(value, -0)) writer.varint(anyValue.int, value);
      else writer.double(anyValue.double, value);
      return;
    default:
      writeContainer(writer, value);
  }
}

function writeContainer(
  writer: WireWriter,
  value: Uint8Array | readonly AttributeValue[] | { readonly [key: string]: AttributeValue },
): void {
  if (value instanceof Uint8Array) writer.bytes(anyValue.bytes, value);
  else if (isArray(value)) {
    writer.message(anyValue.array, () => {
      for (const element of value) writer.message(values, () => writeValue(writer, element));
    });
  } else {
    writer.message(anyValue.list, () => {
      for (const [key, element] of Object.entries(value)) writeKeyValue(writer, values, key, element);
    });
  }
}

const isArray = (value: object): value is readonly AttributeValue[] => Array.isArray(value);
