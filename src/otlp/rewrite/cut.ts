import { exportRequest, resourceItems, scopeItems } from "../fields.ts";
import type { OtlpLimits } from "../limits.ts";
import { WireReader } from "../wire-reader.ts";
import { type Chunks, gone, type Replace, rewriteFields } from "./rewrite-fields.ts";
import { shrinkItem } from "./shrink.ts";

/** Returns the export request without the items at the given ordinals. Everything else is copied byte for byte. */
export function cutItems(bytes: Uint8Array, ordinals: ReadonlySet<number>): Uint8Array {
  let ordinal = 0;
  return eachItem(bytes, () => (ordinals.has(ordinal++) ? gone : undefined));
}

/** Returns the export request with oversized items cut to fit where possible, and the number of cut items. */
export function shrinkItems(
  bytes: Uint8Array,
  signal: "traces" | "logs",
  limits: OtlpLimits,
): { readonly bytes: Uint8Array; readonly items: number } {
  let items = 0;
  const fitting = eachItem(bytes, (reader) => {
    if (reader.end - reader.pos <= limits.itemBytes) return undefined;
    const shrunk = shrinkItem(reader, signal, limits);
    if (shrunk !== undefined) items++;
    return shrunk;
  });
  return { bytes: fitting, items };
}

function eachItem(bytes: Uint8Array, replace: (reader: WireReader) => Chunks | undefined): Uint8Array {
  const reader = new WireReader(bytes);
  const inside = (tag: number, made: Replace) => () => rewriteFields(reader, new Map([[tag, made]]));
  const items = inside(scopeItems.items, () => replace(reader));
  const request = inside(exportRequest.resources, inside(resourceItems.scopes, items))();
  return request === undefined ? bytes : Buffer.concat(request);
}
