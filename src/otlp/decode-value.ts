import { anyValue, keyValue, values } from "./fields.ts";
import type { Attributes, AttributeValue, Scope } from "./span.ts";
import type { WireReader } from "./wire-reader.ts";

/** Shared by everything without attributes. */
export const noAttributes: Attributes = new Map();

/** Reads messages of one request body; equal attribute keys and trace ids share a string. */
export interface Decoding {
  readonly reader: WireReader;
  readonly keys: KeyTable;
}

/** Context of an item: spans of one ResourceSpans share the resource object, spans of one ScopeSpans the scope. */
export interface ItemContext {
  readonly resource: Attributes;
  readonly scope: Scope;
}

export function decodeText({ reader }: Decoding): string {
  const end = reader.messageEnd();
  const text = textOf(reader.bytes, reader.pos, end);
  reader.pos = end;
  return text;
}

/** Adds the KeyValue at the reader. The last value of a repeated key wins. */
export function decodeAttribute(decoding: Decoding, into: Map<string, AttributeValue>): void {
  const { reader, keys } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  let key = "";
  let value: AttributeValue = null;
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === keyValue.key) {
      const end = reader.messageEnd();
      key = keys.text(reader.pos, end);
      reader.pos = end;
    } else if (tag === keyValue.value) value = decodeValue(decoding);
    else reader.skip(tag);
  }
  reader.end = outer;
  into.set(key, value);
}

/**
 * Decodes an AnyValue; one without a value is null. The last of several values wins, as in every protobuf oneof.
 */
export function decodeValue(decoding: Decoding): AttributeValue {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  let value: AttributeValue = null;
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    switch (tag) {
      case anyValue.string:
        value = decodeText(decoding);
        break;
      case anyValue.bool:
        value = reader.int64() !== 0;
        break;
      case anyValue.int:
        value = reader.int64();
        break;
      case anyValue.double:
        value = reader.double();
        break;
      case anyValue.array:
        value = decodeArray(decoding);
        break;
      case anyValue.list:
        value = decodeList(decoding);
        break;
      case anyValue.bytes:
        value = copyOfBytes(reader);
        break;
      default:
        reader.skip(tag);
    }
  }
  reader.end = outer;
  return value;
}

function decodeArray(decoding: Decoding): AttributeValue {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  const array: AttributeValue[] = [];
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === values) array.push(decodeValue(decoding));
    else reader.skip(tag);
  }
  reader.end = outer;
  return array;
}

function decodeList(decoding: Decoding): AttributeValue {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  const entries = new Map<string, AttributeValue>();
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === values) decodeAttribute(decoding, entries);
    else reader.skip(tag);
  }
  reader.end = outer;
  // Without a prototype, `__proto__` is an ordinary key.
  const list = Object.create(null) as Record<string, AttributeValue>;
  for (const [key, value] of entries) list[key] = value;
  return list;
}

/** A copy: a view would retain the whole body in memory, and send all of it to another thread. */
function copyOfBytes(reader: WireReader): Uint8Array {
  const end = reader.messageEnd();
  const copy = Uint8Array.prototype.slice.call(reader.bytes, reader.pos, end);
  reader.pos = end;
  return new Uint8Array(copy.buffer, copy.byteOffset, copy.byteLength);
}

/** Bytes that are not UTF-8 become U+FFFD, as the WHATWG Encoding Standard requires; the scan counts them. */
function textOf(bytes: Buffer, start: number, end: number): string {
  return start === end ? "" : bytes.toString("utf8", start, end);
}

export interface KeyTable {
  text(start: number, end: number): string;
}

interface KnownKey {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

const longestKnownKey = 96;
const mostKnownKeys = 4096;

/** Attribute keys repeat from span to span: reading one again costs a comparison instead of a new string. */
export function createKeyTable(bytes: Buffer): KeyTable {
  const known = new Map<number, KnownKey>();
  return { text };

  function text(start: number, end: number): string {
    const length = end - start;
    if (length === 0 || length > longestKnownKey) return textOf(bytes, start, end);
    let hash = length;
    for (let pos = start; pos < end; pos++) hash = (Math.imul(hash, 31) + (bytes[pos] as number)) | 0;
    const found = known.get(hash);
    if (found && found.length === length && sameBytes(found.start, start, length)) return found.text;
    const made = textOf(bytes, start, end);
    if (known.size < mostKnownKeys) known.set(hash, { start, length, text: made });
    return made;
  }

  function sameBytes(one: number, other: number, length: number): boolean {
    for (let offset = 0; offset < length; offset++) {
      if (bytes[one + offset] !== bytes[other + offset]) return false;
    }
    return true;
  }
}
