import { exportRequest, resourceItems, scopeItems } from "./fields.ts";
import { WireReader } from "./wire-reader.ts";
import { fieldOf } from "./wire-writer.ts";

/** The same export request without the items at the given ordinals. Everything else is copied byte for byte. */
export function cutItems(bytes: Uint8Array, ordinals: ReadonlySet<number>): Uint8Array {
  const reader = new WireReader(bytes);
  let ordinal = 0;
  return Buffer.concat(
    rewrite(reader, exportRequest.resources, () =>
      rewrite(reader, resourceItems.scopes, () => rewrite(reader, scopeItems.items, keepOrCut)),
    ),
  );

  function keepOrCut(): Chunks | undefined {
    return ordinals.has(ordinal++) ? undefined : [reader.bytes.subarray(reader.pos, reader.end)];
  }
}

type Chunks = readonly Uint8Array[];

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
