import { decodeLogRecord } from "./decode-log.ts";
import { decodeSpan } from "./decode-span.ts";
import {
  createKeyTable,
  type Decoding,
  decodeAttribute,
  decodeText,
  type ItemContext,
  noAttributes,
} from "./decode-value.ts";
import { exportRequest, logRecord, resource, resourceItems, scope, scopeItems, span } from "./fields.ts";
import { decodeTraceId, traceIdBytes, validId } from "./ids.ts";
import type { Attributes, AttributeValue, LogRecord, Scope, Span } from "./span.ts";
import { eachField, WireReader } from "./wire-reader.ts";

/** A span or log record that is decoded lazily, because those of a whole batch would fill the memory. */
export interface EncodedItem<Item> {
  /** Lower-case hex; "" for a log record without a valid one. */
  readonly traceId: string;
  decode(): Item;
}

/**
 * Returns the spans of an ExportTraceServiceRequest, in order; with `only`, those at the given ordinals (0 is
 * the first). For bytes that passed scan() and stay unchanged until the last item is decoded: anything else may
 * throw WireFault.
 */
export function spansIn(bytes: Uint8Array, only?: ReadonlySet<number>): EncodedItem<Span>[] {
  return itemsIn(bytes, only, { decode: decodeSpan, traceIdOf: traceIdOfSpan });
}

/** Returns the log records of an ExportLogsServiceRequest; see spansIn. */
export function logsIn(bytes: Uint8Array, only?: ReadonlySet<number>): EncodedItem<LogRecord>[] {
  return itemsIn(bytes, only, { decode: decodeLogRecord, traceIdOf: traceIdOfLogRecord });
}

export function decodeTraces(bytes: Uint8Array): Span[] {
  return spansIn(bytes).map((item) => item.decode());
}

export function decodeLogs(bytes: Uint8Array): LogRecord[] {
  return logsIn(bytes).map((item) => item.decode());
}

interface ItemKind<Item> {
  readonly decode: (decoding: Decoding, context: ItemContext, traceId: string) => Item;
  /**
   * Returns the trace id of the item at the reader; the same string object as `previous` if equal, as it mostly
   * is.
   */
  readonly traceIdOf: (reader: WireReader, previous: string | undefined) => string;
}

function itemsIn<Item>(
  bytes: Uint8Array,
  only: ReadonlySet<number> | undefined,
  { decode, traceIdOf }: ItemKind<Item>,
): EncodedItem<Item>[] {
  const reader = new WireReader(bytes);
  const decoding: Decoding = { reader, keys: createKeyTable(reader.bytes) };
  const items: EncodedItem<Item>[] = [];
  let ordinal = 0;

  eachField(reader, exportRequest.resources, () => {
    const resourceOf = once(reader, () => decodeResource(decoding));
    eachField(reader, resourceItems.scopes, () => {
      const scopeOf = once(reader, () => decodeScope(decoding));
      eachField(reader, scopeItems.items, () => {
        if (only !== undefined && !only.has(ordinal++)) return;
        const { pos, end } = reader;
        const traceId = traceIdOf(reader, items.at(-1)?.traceId);
        const read = () => decode(decoding, { resource: resourceOf(), scope: scopeOf() }, traceId);
        items.push({ traceId, decode: () => within(reader, pos, end, read) });
      });
    });
  });
  return items;
}

/**
 * Reads the message at the reader on first use, wherever the reader is by then: a resource can follow its spans
 * on the wire, and a body of empty messages must not become objects.
 */
function once<Shared>(reader: WireReader, read: () => Shared): () => Shared {
  const { pos, end } = reader;
  let shared: Shared | undefined;
  return () => (shared ??= within(reader, pos, end, read));
}

/** Reads the message in a range and restores the reader's position. */
function within<Read>(reader: WireReader, start: number, end: number, read: () => Read): Read {
  const { pos, end: outer } = reader;
  reader.pos = start;
  reader.end = end;
  try {
    return read();
  } finally {
    reader.pos = pos;
    reader.end = outer;
  }
}

const traceIdOfSpan = (reader: WireReader, previous: string | undefined) => traceIdIn(reader, span.traceId, previous);

const traceIdOfLogRecord = (reader: WireReader, previous: string | undefined) =>
  validId(traceIdIn(reader, logRecord.traceId, previous), traceIdBytes);

function traceIdIn(reader: WireReader, field: number, previous: string | undefined): string {
  let traceId = "";
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === field) traceId = decodeTraceId(reader, previous);
    else reader.skip(tag);
  }
  return traceId;
}

function decodeResource(decoding: Decoding): Attributes {
  const attributes = new Map<string, AttributeValue>();
  eachField(decoding.reader, resourceItems.resource, () => {
    eachAttribute(decoding, resource.attributes, attributes);
  });
  return attributes.size === 0 ? noAttributes : attributes;
}

function decodeScope(decoding: Decoding): Scope {
  const { reader } = decoding;
  const attributes = new Map<string, AttributeValue>();
  let name = "";
  let version = "";
  eachField(reader, scopeItems.scope, () => {
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === scope.name) name = decodeText(decoding);
      else if (tag === scope.version) version = decodeText(decoding);
      else if (tag === scope.attributes) decodeAttribute(decoding, attributes);
      else reader.skip(tag);
    }
  });
  return { name, version, attributes: attributes.size === 0 ? noAttributes : attributes };
}

function eachAttribute(decoding: Decoding, tag: number, into: Map<string, AttributeValue>): void {
  const { reader } = decoding;
  while (reader.pos < reader.end) {
    const found = reader.uint32();
    if (found === tag) decodeAttribute(decoding, into);
    else reader.skip(found);
  }
}
