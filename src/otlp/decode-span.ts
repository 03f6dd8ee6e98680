import { type Decoding, decodeAttribute, decodeText, type ItemContext, noAttributes } from "./decode-value.ts";
import { event, link, span, status } from "./fields.ts";
import { decodeId } from "./ids.ts";
import type { AttributeValue, Span, SpanEvent, SpanLink, SpanStatus } from "./span.ts";
import type { WireReader } from "./wire-reader.ts";

type Draft = { -readonly [Key in keyof Span]: Span[Key] };

const noEvents: readonly SpanEvent[] = [];
const statuses: readonly SpanStatus[] = ["unset", "ok", "error"];

/** Decodes the span at the reader, whose trace id is already known. */
export function decodeSpan(decoding: Decoding, context: ItemContext, traceId: string): Span {
  const { reader } = decoding;
  const draft: Draft = {
    traceId,
    spanId: "",
    name: "",
    kind: 0,
    startNs: 0n,
    endNs: 0n,
    attributes: noAttributes,
    droppedCount: 0,
    events: noEvents,
    status: "unset",
    scope: context.scope,
    resource: context.resource,
  };
  const attributes = new Map<string, AttributeValue>();
  const events: SpanEvent[] = [];
  const links: SpanLink[] = [];
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    switch (tag) {
      case span.spanId:
        draft.spanId = decodeId(reader);
        break;
      case span.parentSpanId:
        setParent(reader, draft);
        break;
      case span.name:
        draft.name = decodeText(decoding);
        break;
      case span.kind:
        draft.kind = knownKind(reader.int32());
        break;
      case span.start:
        draft.startNs = reader.fixed64();
        break;
      case span.end:
        draft.endNs = reader.fixed64();
        break;
      case span.attributes:
        decodeAttribute(decoding, attributes);
        break;
      case span.events:
        events.push(decodeEvent(decoding));
        break;
      case span.links:
        links.push(decodeLink(decoding));
        break;
      case span.droppedAttributes:
      case span.droppedEvents:
      case span.droppedLinks:
        draft.droppedCount += Math.max(0, reader.int32());
        break;
      case span.status:
        decodeStatus(decoding, draft);
        break;
      default:
        reader.skip(tag);
    }
  }
  if (attributes.size > 0) draft.attributes = attributes;
  if (events.length > 0) draft.events = events;
  if (links.length > 0) draft.links = links;
  return draft;
}

/** Some clients write an all-zero parent for "no parent". */
function setParent(reader: WireReader, draft: Draft): void {
  const parent = decodeId(reader);
  if (parent !== "" && parent !== "0000000000000000") draft.parentSpanId = parent;
  else delete draft.parentSpanId;
}

const knownKind = (kind: number) => (kind >= 0 && kind <= 5 ? kind : 0);

function decodeEvent(decoding: Decoding): SpanEvent {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  let name = "";
  let timeNs = 0n;
  let attributes: Map<string, AttributeValue> | undefined;
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === event.time) timeNs = reader.fixed64();
    else if (tag === event.name) name = decodeText(decoding);
    else if (tag === event.attributes) decodeAttribute(decoding, (attributes ??= new Map()));
    else reader.skip(tag);
  }
  reader.end = outer;
  return { name, timeNs, attributes: attributes ?? noAttributes };
}

function decodeLink(decoding: Decoding): SpanLink {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  let traceId = "";
  let spanId = "";
  let traceState = "";
  let attributes: Map<string, AttributeValue> | undefined;
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === link.traceId) traceId = decodeId(reader);
    else if (tag === link.spanId) spanId = decodeId(reader);
    else if (tag === link.traceState) traceState = decodeText(decoding);
    else if (tag === link.attributes) decodeAttribute(decoding, (attributes ??= new Map()));
    else reader.skip(tag);
  }
  reader.end = outer;
  return { traceId, spanId, ...(traceState === "" ? {} : { traceState }), attributes: attributes ?? noAttributes };
}

function decodeStatus(decoding: Decoding, draft: Draft): void {
  const { reader } = decoding;
  const outer = reader.end;
  reader.end = reader.messageEnd();
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === status.code) draft.status = statuses[reader.int32()] ?? "unset";
    else if (tag === status.message) {
      const message = decodeText(decoding);
      if (message !== "") draft.statusMessage = message;
    } else reader.skip(tag);
  }
  reader.end = outer;
}
