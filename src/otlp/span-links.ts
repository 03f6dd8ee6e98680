import { exportRequest, logRecord, resourceItems, scopeItems, span } from "./fields.ts";
import { decodeId } from "./ids.ts";
import type { OtlpSignal } from "./scan.ts";
import { eachField, WireReader } from "./wire-reader.ts";

/** Ids of a span, or of the span that a log record belongs to; "" if there is none. Lower-case hex. */
export interface SpanLink {
  readonly spanId: string;
  readonly parentSpanId: string;
}

/** Reads only the ids of the items at the given ordinals, for bytes that passed scan(). */
export function spanLinksOf(bytes: Uint8Array, signal: OtlpSignal, only: ReadonlySet<number>): SpanLink[] {
  const reader = new WireReader(bytes);
  const links: SpanLink[] = [];
  let ordinal = 0;
  eachField(reader, exportRequest.resources, () => {
    eachField(reader, resourceItems.scopes, () => {
      eachField(reader, scopeItems.items, () => {
        if (only.has(ordinal++)) links.push(linkOf(reader, signal));
      });
    });
  });
  return links;
}

function linkOf(reader: WireReader, signal: OtlpSignal): SpanLink {
  let [spanId, parentSpanId] = ["", ""];
  const tags = signal === "traces" ? span : { ...logRecord, parentSpanId: -1 };
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag === tags.spanId) spanId = decodeId(reader);
    else if (tag === tags.parentSpanId) parentSpanId = decodeId(reader);
    else reader.skip(tag);
  }
  return { spanId, parentSpanId };
}
