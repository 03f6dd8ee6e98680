import type { Attributes, AttributeValue, LogRecord, Scope, Span } from "../domain/span.ts";
import { decodeLogRecord } from "./decode-log.ts";
import { decodeSpan } from "./decode-span.ts";
import {
  createKeyTable,
  type Decoding,
  decodeAttribute,
  decodeText,
  noAttributes,
  type Place,
} from "./decode-value.ts";
import { exportRequest, resource, resourceItems, scope, scopeItems } from "./fields.ts";
import { eachField, WireReader } from "./wire-reader.ts";

/**
 * The spans of an ExportTraceServiceRequest, in order; with `only`, those at the given ordinals (0 is the first span of
 * the request). For bytes that scan() has let through: anything else may throw WireFault.
 */
export function decodeTraces(bytes: Uint8Array, only?: ReadonlySet<number>): Span[] {
  return decodeItems(bytes, only, decodeSpan);
}

/** The log records of an ExportLogsServiceRequest; see decodeTraces. */
export function decodeLogs(bytes: Uint8Array, only?: ReadonlySet<number>): LogRecord[] {
  return decodeItems(bytes, only, decodeLogRecord);
}

type DecodeItem<Item> = (decoding: Decoding, place: Place, previous: Item | undefined) => Item;

function decodeItems<Item>(bytes: Uint8Array, only: ReadonlySet<number> | undefined, item: DecodeItem<Item>): Item[] {
  const reader = new WireReader(bytes);
  const decoding: Decoding = { reader, keys: createKeyTable(reader.bytes) };
  const items: Item[] = [];
  let ordinal = 0;

  eachField(reader, exportRequest.resources, () => {
    const resourceOf = once(reader, () => decodeResource(decoding));
    eachField(reader, resourceItems.scopes, () => {
      const scopeOf = once(reader, () => decodeScope(decoding));
      eachField(reader, scopeItems.items, () => {
        if (only === undefined || only.has(ordinal)) {
          items.push(item(decoding, { resource: resourceOf(), scope: scopeOf() }, items.at(-1)));
        }
        ordinal++;
      });
    });
  });
  return items;
}

/**
 * Reads the message the reader stands in when first asked, wherever the reader is by then: a resource may follow its
 * spans on the wire, and a body of empty messages must not become objects.
 */
function once<Shared>(reader: WireReader, read: () => Shared): () => Shared {
  const { pos: start, end } = reader;
  let shared: Shared | undefined;
  return () => {
    if (shared !== undefined) return shared;
    const { pos, end: outer } = reader;
    reader.pos = start;
    reader.end = end;
    shared = read();
    reader.pos = pos;
    reader.end = outer;
    return shared;
  };
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
