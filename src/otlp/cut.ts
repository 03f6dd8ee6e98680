import { exportRequest, resourceItems, scopeItems } from "./fields.ts";
import type { OtlpLimits } from "./limits.ts";
import { type Chunks, shrinkItem } from "./shrink.ts";
import { WireReader } from "./wire-reader.ts";
import { fieldOf } from "./wire-writer.ts";

/** The same export request without the items at the given ordinals. Everything else is copied byte for byte. */
export function cutItems(bytes: Uint8Array, ordinals: ReadonlySet<number>): Uint8Array {
  let ordinal = 0;
  return eachItem(bytes, (reader) => (ordinals.has(ordinal++) ? undefined : whole(reader)));
}

/** The same export request with the items that are too large made to fit, where that can be, and how many those are. */
export function shrinkItems(
  bytes: Uint8Array,
  signal: "traces" | "logs",
  limits: OtlpLimits,
): { readonly bytes: Uint8Array; readonly items: number } {
  let items = 0;
  const fitting = eachItem(bytes, (reader) => {
    const asSent = whole(reader);
    if (reader.end - reader.pos <= limits.itemBytes) return asSent;
    const shrunk = shrinkItem(reader, signal, limits);
    if (shrunk !== undefined) items++;
    return shrunk ?? asSent;
  });
  return { bytes: fitting, items };
}

function eachItem(bytes: Uint8Array, replace: (reader: WireReader) => Chunks | undefined): Uint8Array {
  const reader = new WireReader(bytes);
  return Buffer.concat(
    rewrite(reader, exportRequest.resources, () =>
      rewrite(reader, resourceItems.scopes, () => rewrite(reader, scopeItems.items, () => replace(reader))),
    ),
  );
}

const whole = (reader: WireReader): Chunks => [reader.bytes.subarray(reader.pos, reader.end)];

/** The message the reader stands in, with every field `tag` replaced by what `replace` makes of it, or left out. */
function rewrite(reader: WireReader, tag: number, replace: () => Chunks | undefined): Chunks {
  const outer = reader.end;
  const chunks: Uint8Array[] = [];
  while (reader.pos < outer) {
    const start = reader.pos;
    const found = reader.uint32();
    if (found !== tag) {
      reader.skip(found);
      chunks.push(reader.bytes.subarray(start, reader.pos));
      continue;
    }
    const inner = reader.messageEnd();
    reader.end = inner;
    const content = replace();
    if (content !== undefined) {
      for (const chunk of fieldOf(tag, content)) chunks.push(chunk);
    }
    reader.pos = inner;
    reader.end = outer;
  }
  return chunks;
}
