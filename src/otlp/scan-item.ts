import { isUtf8 } from "node:buffer";
import { anyValue, event, keyValue, link, logRecord, span, status, values } from "./fields.ts";
import { isAllZero, spanIdBytes, traceIdBytes } from "./ids.ts";
import type { OtlpLimits } from "./limits.ts";
import { WireFault, type WireReader } from "./wire-reader.ts";

export const rejectReasons = [
  "bad_trace_id", // missing, all zero, or not 16 bytes long
  "bad_span_id", // missing, all zero, or not 8 bytes long
  "bad_parent_id", // present, but not 8 bytes long
  "too_deep", // a value nested deeper than the limit
  "too_many_attributes",
  "too_many_parts", // more attributes, events and links than its bytes can plausibly contain
  "too_large",
  "bad_wire", // not valid protobuf wire data inside
  "bad_json", // a JSON field has another type than the field requires
  "bad_number", // a JSON number is outside the range of its type
] as const;
export type RejectReason = (typeof rejectReasons)[number];

export interface ItemScan {
  /** Returns why the span or log record at the reader must be rejected; undefined if it is accepted. */
  item(): RejectReason | undefined;
  /** Returns the trace id of the last accepted item. */
  traceId(): string;
  /** Checks a resource or scope message in the same way. */
  shared(attributesTag: number, ...textTags: readonly number[]): RejectReason | undefined;
  repairedTexts(): number;
}

/** Rejects an item from deep inside it; thrown, and caught where the item starts. */
class Rejection extends Error {
  readonly reason: RejectReason;
  constructor(reason: RejectReason) {
    super(reason);
    this.reason = reason;
  }
}

const tooDeep = new Rejection("too_deep");
const tooManyAttributes = new Rejection("too_many_attributes");

const spanTexts = new Set<number>([span.name, span.traceState]);
const logTexts = new Set<number>([logRecord.severityText, logRecord.eventName]);
const linkTexts = new Set<number>([link.traceState]);
const eventTexts = new Set<number>([event.name]);

export function createItemScan(reader: WireReader, signal: "traces" | "logs", limits: OtlpLimits): ItemScan {
  const { bytes } = reader;
  let repaired = 0;
  let parts = 0;
  let traceStart = -1;
  let traceText = "";
  let traceTextStart = -1;

  return {
    item: () => verdict(signal === "traces" ? readSpan : readLogRecord),
    traceId,
    shared(attributesTag, ...textTags) {
      const texts = new Set(textTags);
      return verdict(() => readAttributed(attributesTag, texts));
    },
    repairedTexts: () => repaired,
  };

  function verdict(read: () => RejectReason | undefined): RejectReason | undefined {
    const { pos: start, end } = reader;
    if (end - start > limits.itemBytes) return "too_large";
    const repairedBefore = repaired;
    parts = 0;
    traceStart = -1;
    let reason: RejectReason | undefined;
    try {
      reason = read();
      if (reason === undefined && parts * limits.bytesPerPart > end - start) reason = "too_many_parts";
    } catch (thrown) {
      if (thrown instanceof Rejection) reason = thrown.reason;
      else if (thrown instanceof WireFault) reason = "bad_wire";
      else throw thrown;
    }
    reader.pos = end;
    reader.end = end;
    if (reason !== undefined) repaired = repairedBefore;
    return reason;
  }

  function readSpan(): RejectReason | undefined {
    let spanIdOk = false;
    let parentOk = true;
    let traceIdOk = false;
    let attributes = 0;
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      switch (tag) {
        case span.traceId:
          traceIdOk = readId(traceIdBytes);
          if (traceIdOk) traceStart = reader.pos - traceIdBytes;
          break;
        case span.spanId:
          spanIdOk = readId(spanIdBytes);
          break;
        case span.parentSpanId:
          parentOk = isParent();
          break;
        case span.attributes:
          attributes = countAttribute(attributes);
          break;
        case span.events:
          readPart(event.attributes, eventTexts);
          break;
        case span.links:
          readPart(link.attributes, linkTexts);
          break;
        case span.status:
          readStatus();
          break;
        default:
          skip(tag, spanTexts);
      }
    }
    if (!traceIdOk) return "bad_trace_id";
    if (!spanIdOk) return "bad_span_id";
    return parentOk ? undefined : "bad_parent_id";
  }

  function readLogRecord(): undefined {
    let attributes = 0;
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === logRecord.traceId) traceStart = readId(traceIdBytes) ? reader.pos - traceIdBytes : -1;
      else if (tag === logRecord.attributes) attributes = countAttribute(attributes);
      else if (tag === logRecord.body) readValue(0);
      else skip(tag, logTexts);
    }
  }

  /** Reads a message that consists of attributes and texts: an event, a link, a resource, a scope. */
  function readAttributed(attributesTag: number, texts: ReadonlySet<number>): undefined {
    let attributes = 0;
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === attributesTag) attributes = countAttribute(attributes);
      else skip(tag, texts);
    }
  }

  function readPart(attributesTag: number, texts: ReadonlySet<number>): void {
    parts++;
    const outer = enter();
    readAttributed(attributesTag, texts);
    reader.end = outer;
  }

  function readStatus(): void {
    const outer = enter();
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === status.message) readText();
      else reader.skip(tag);
    }
    reader.end = outer;
  }

  function countAttribute(before: number): number {
    if (before >= limits.attributes) throw tooManyAttributes;
    readKeyValue(0);
    return before + 1;
  }

  function readKeyValue(depth: number): void {
    parts++;
    const outer = enter();
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === keyValue.key) readText();
      else if (tag === keyValue.value) readValue(depth);
      else reader.skip(tag);
    }
    reader.end = outer;
  }

  function readValue(depth: number): void {
    const outer = enter();
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === anyValue.string) readText();
      else if (tag === anyValue.array) readNested(depth + 1, readValue);
      else if (tag === anyValue.list) readNested(depth + 1, readKeyValue);
      else reader.skip(tag);
    }
    reader.end = outer;
  }

  function readNested(depth: number, read: (depth: number) => void): void {
    if (depth > limits.depth) throw tooDeep;
    const outer = enter();
    while (reader.pos < reader.end) {
      const tag = reader.uint32();
      if (tag === values) read(depth);
      else reader.skip(tag);
    }
    reader.end = outer;
  }

  function skip(tag: number, texts: ReadonlySet<number>): void {
    if (texts.has(tag)) readText();
    else reader.skip(tag);
  }

  function enter(): number {
    const outer = reader.end;
    reader.end = reader.messageEnd();
    return outer;
  }

  function readText(): void {
    const end = reader.messageEnd();
    const start = reader.pos;
    reader.pos = end;
    // Most texts are short and ASCII: the loop is cheaper than the call.
    const looked = Math.min(end, start + 48);
    let pos = start;
    while (pos < looked && (bytes[pos] as number) < 0x80) pos++;
    if (pos < end && !isUtf8(bytes.subarray(pos, end))) repaired++;
  }

  function readId(length: number): boolean {
    const end = reader.messageEnd();
    const start = reader.pos;
    reader.pos = end;
    return end - start === length && !isAllZero(bytes, start, end);
  }

  function isParent(): boolean {
    const end = reader.messageEnd();
    const length = end - reader.pos;
    reader.pos = end;
    return length === 0 || length === spanIdBytes;
  }

  function traceId(): string {
    if (traceStart < 0) return "";
    if (traceTextStart < 0 || !sameTrace()) traceText = bytes.toString("hex", traceStart, traceStart + traceIdBytes);
    traceTextStart = traceStart;
    return traceText;
  }

  function sameTrace(): boolean {
    for (let offset = 0; offset < traceIdBytes; offset++) {
      if (bytes[traceStart + offset] !== bytes[traceTextStart + offset]) return false;
    }
    return true;
  }
}
