import { anyValue, keyValue, values } from "../fields.ts";
import type { RejectReason } from "../scan-item.ts";
import type { WireWriter } from "../wire-writer.ts";
import { type JsonReader, JsonTypeFault } from "./json-reader.ts";

/** State of transcoding one body from JSON to protobuf. */
export interface Transcoding {
  readonly json: JsonReader;
  readonly wire: WireWriter;
  readonly values: ValueWriter;
}

/** Thrown inside an item that must be rejected; the item is skipped. */
export class JsonRejection extends JsonTypeFault {
  readonly reason: RejectReason;
  constructor(reason: RejectReason) {
    super(reason);
    this.reason = reason;
  }
}

const badJson = new JsonRejection("bad_json");
const badNumber = new JsonRejection("bad_number");
const tooDeep = new JsonRejection("too_deep");

/** Reads an object field by field; unknown and snake_case names are skipped, null is "not set" (proto3 JSON). */
export function readFields(
  json: JsonReader,
  fields: ReadonlyMap<string, () => void>,
  passed?: (unknown: string) => void,
): void {
  if (json.kind() !== "object") throw badJson;
  json.object((key) => {
    const read = fields.get(key);
    if (read === undefined) {
      passed?.(key);
      json.skip();
    } else if (json.kind() === "null") json.literal("null");
    else read();
  });
}

export function readList(json: JsonReader, read: () => void): void {
  if (json.kind() !== "array") throw badJson;
  json.array(read);
}

export function writeText({ json, wire }: Pick<Transcoding, "json" | "wire">, tag: number): void {
  if (json.kind() !== "string") throw badJson;
  wire.bytes(tag, json.stringBytes());
}

/** Reads a 64-bit integer as a string or a number, with all its digits. */
function readInteger(json: JsonReader, from: bigint, to: bigint): bigint {
  const kind = json.kind();
  if (kind !== "string" && kind !== "number") throw badJson;
  const text = kind === "string" ? json.string() : json.numberText();
  const value = integerOf(text);
  if (value === undefined || value < from || value > to) throw badNumber;
  return value;
}

export const readUint64 = (json: JsonReader) => readInteger(json, 0n, 0xffff_ffff_ffff_ffffn);
const readInt64 = (json: JsonReader) => readInteger(json, -0x8000_0000_0000_0000n, 0x7fff_ffff_ffff_ffffn);
export const readUint32 = (json: JsonReader) => Number(readInteger(json, 0n, 0xffff_ffffn));

/** Accepts `107`, and `1.07e2` as some serializers write whole numbers; 30 characters exceed any 64-bit number. */
function integerOf(text: string): bigint | undefined {
  if (text.length > 30) return undefined;
  if (/^-?\d+$/.test(text)) return BigInt(text);
  const value = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isSafeInteger(value) ? BigInt(value) : undefined;
}

/** Reads an enum as a number or a name: the specification forbids names, but some clients send them. */
export function readEnum(json: JsonReader, names: readonly string[]): number {
  if (json.kind() === "number") return Number(readInteger(json, -0x8000_0000n, 0x7fff_ffffn));
  if (json.kind() !== "string") throw badJson;
  const text = json.string();
  const byName = names.indexOf(text);
  if (byName >= 0) return byName;
  if (/^\d{1,3}$/.test(text)) return Number(text);
  throw badJson;
}

function readDouble(json: JsonReader): number {
  if (json.kind() === "number") return Number(json.numberText());
  if (json.kind() !== "string") throw badJson;
  const text = json.string();
  if (text === "NaN" || text === "Infinity" || text === "-Infinity") return Number(text);
  const value = /^-?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isNaN(value)) throw badNumber;
  return value;
}

function readBool(json: JsonReader): boolean {
  const kind = json.kind();
  if (kind !== "true" && kind !== "false") throw badJson;
  json.literal(kind);
  return kind === "true";
}

export interface ValueWriter {
  /** Reads a list of KeyValue, each written as one field `tag`. */
  keyValues(tag: number): void;
  value(): void;
  /** Returns to the outermost level after an incomplete value. */
  reset(): void;
}

/** Counts nested lists here, so that the field tables are made once and not for each value. */
export function createValueWriter(json: JsonReader, wire: WireWriter, depthLimit: number): ValueWriter {
  let depth = 0;
  const valueFields = new Map([
    ["stringValue", () => writeText({ json, wire }, anyValue.string)],
    ["boolValue", () => wire.varint(anyValue.bool, readBool(json) ? 1 : 0)],
    ["intValue", () => wire.varint(anyValue.int, readInt64(json))],
    ["doubleValue", () => wire.double(anyValue.double, readDouble(json))],
    ["bytesValue", () => wire.bytes(anyValue.bytes, readBytes(json))],
    ["arrayValue", () => nested(anyValue.array, arrayFields)],
    ["kvlistValue", () => nested(anyValue.list, listFields)],
  ]);
  const keyValueFields = new Map([
    ["key", () => writeText({ json, wire }, keyValue.key)],
    ["value", () => wire.message(keyValue.value, value)],
  ]);
  const arrayFields = new Map([["values", () => readList(json, () => wire.message(values, element))]]);
  const listFields = new Map([["values", () => keyValues(values)]]);
  return { keyValues, value, reset: () => void (depth = 0) };

  function value(): void {
    readFields(json, valueFields);
  }

  function keyValues(tag: number): void {
    readList(json, () => wire.message(tag, () => readFields(json, keyValueFields)));
  }

  /** A null element is an empty AnyValue, because JSON.stringify writes undefined in an array as null. */
  function element(): void {
    if (json.kind() === "null") json.literal("null");
    else value();
  }

  function nested(tag: number, fields: ReadonlyMap<string, () => void>): void {
    if (depth >= depthLimit) throw tooDeep;
    depth++;
    wire.message(tag, () => readFields(json, fields));
    depth--;
  }
}

function readBytes(json: JsonReader): Buffer {
  if (json.kind() !== "string") throw badJson;
  return base64(json.string()) ?? fail();
}

function fail(): never {
  throw badJson;
}

function base64(text: string): Buffer | undefined {
  return /^[A-Za-z0-9+/_-]*={0,2}$/.test(text) ? Buffer.from(text, "base64") : undefined;
}

/**
 * Reads an id: hex in any case as the specification requires, or base64 as plain proto3 JSON writes bytes.
 * Anything else is written as one zero byte, which the scan rejects as an id of the wrong length.
 */
export function readId(json: JsonReader, byteLength: number): Buffer {
  if (json.kind() !== "string") throw badJson;
  const text = json.string();
  if (text === "") return Buffer.alloc(0);
  if (text.length === 2 * byteLength && /^[0-9a-fA-F]+$/.test(text)) return Buffer.from(text, "hex");
  const bytes = text.length <= 24 ? base64(text) : undefined;
  return bytes?.length === byteLength ? bytes : Buffer.alloc(1);
}
