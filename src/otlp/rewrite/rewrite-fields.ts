import { keyValue } from "../fields.ts";
import type { WireReader } from "../wire-reader.ts";
import { fieldOf } from "../wire-writer.ts";

export type Chunks = readonly Uint8Array[];

/** Returns the replacement of the field at the reader. Undefined: it stays; `gone`: it is removed. */
export type Replace = () => Chunks | undefined;

export const gone: Chunks = [];

/**
 * Returns the message at the reader with some of its fields replaced, by tag, the others copied byte for byte;
 * undefined if nothing changes. Leaves the reader at the message's end.
 */
export function rewriteFields(
  reader: WireReader,
  fields: { readonly get: (tag: number) => Replace | undefined },
): Chunks | undefined {
  const outer = reader.end;
  let chunks: Uint8Array[] | undefined;
  let copied = reader.pos;
  while (reader.pos < outer) {
    const start = reader.pos;
    const tag = reader.uint32();
    const replace = fields.get(tag);
    if (replace === undefined) {
      reader.skip(tag);
      continue;
    }
    const inner = reader.messageEnd();
    reader.end = inner;
    const made = replace();
    reader.pos = inner;
    reader.end = outer;
    if (made === undefined) continue;
    chunks ??= [];
    chunks.push(reader.bytes.subarray(copied, start));
    if (made !== gone) chunks.push(...fieldOf(tag, made));
    copied = inner;
  }
  chunks?.push(reader.bytes.subarray(copied, outer));
  return chunks;
}

/** Returns the key of the KeyValue at the reader, at most `bytesAtMost` bytes of it, without moving the reader. */
export function keyAhead(reader: WireReader, bytesAtMost = Number.POSITIVE_INFINITY): string {
  const { pos } = reader;
  let found = "";
  while (reader.pos < reader.end) {
    const tag = reader.uint32();
    if (tag !== keyValue.key) {
      reader.skip(tag);
      continue;
    }
    const end = reader.messageEnd();
    found = reader.bytes.toString("utf8", reader.pos, Math.min(end, reader.pos + bytesAtMost));
    reader.pos = end;
  }
  reader.pos = pos;
  return found;
}
