import { hash } from "node:crypto";
import { anyValue, event, keyValue, link, logRecord, span, status, values } from "../fields.ts";
import type { OtlpLimits } from "../limits.ts";
import { truncatedValues } from "../span.ts";
import { WireFault, type WireReader } from "../wire-reader.ts";
import { createWireWriter, fieldOf } from "../wire-writer.ts";
import { type Chunks, keyAhead, rewriteFields } from "./rewrite-fields.ts";

/**
 * Contents of a message, by tag: another message, or a value that may be cut, with a name if it isn't an
 * attribute.
 */
type Shape = ReadonlyMap<number, Shape | "attribute" | { readonly cutAs: string }>;

/** An oversized value, and how its cut is described. */
interface Cut {
  readonly attribute: string;
  readonly originalBytes: number;
  readonly sha256: string;
}

/**
 * Returns the span or log record at the reader with its longest texts and byte strings cut to one length, so
 * that it fits `itemBytes`, and with the attribute `gaffe.truncated` that lists them. Undefined: it has too many
 * parts to fit, or is not valid protobuf inside. Leaves the reader at the item's end.
 */
export function shrinkItem(reader: WireReader, signal: "traces" | "logs", limits: OtlpLimits): Chunks | undefined {
  const { bytes, pos, end } = reader;
  const shape = signal === "traces" ? spanShape : logShape;
  try {
    const lengths: { readonly length: number; readonly descriptionBytes: number }[] = [];
    walk((attribute, start, stop) => {
      if (stop - start > minCutBytes)
        lengths.push({ length: stop - start, descriptionBytes: maxDescriptionBytes + attribute.length * 3 });
      return undefined;
    });
    const level = levelOf(lengths, end - pos - limits.itemBytes);
    if (level === undefined) return undefined;
    const cuts: Cut[] = [];
    const left = walk((attribute, start, stop, isText) => {
      if (stop - start <= level) return undefined;
      const value = bytes.subarray(start, stop);
      cuts.push({ attribute, originalBytes: value.length, sha256: hash("sha256", value, "hex") });
      return bytes.subarray(start, isText ? endOfText(bytes, start, start + level) : start + level);
    });
    if (left === undefined) return undefined;
    const tag = signal === "traces" ? span.attributes : logRecord.attributes;
    return [...left, ...fieldOf(tag, [truncationAttribute(cuts)])];
  } catch (thrown) {
    if (thrown instanceof WireFault) return undefined;
    throw thrown;
  } finally {
    reader.pos = end;
    reader.end = end;
  }

  function walk(leaf: Leaf): Chunks | undefined {
    reader.pos = pos;
    reader.end = end;
    return rewritten({ reader, leaf, depthLimit: 4 * limits.depth }, shape, { name: "", depth: 0 });
  }
}

/** Returns the replacement of a value; undefined: no change. */
type Leaf = (attribute: string, start: number, end: number, isText: boolean) => Uint8Array | undefined;

interface Walk {
  readonly reader: WireReader;
  readonly leaf: Leaf;
  readonly depthLimit: number;
}

/** Shorter values are never cut, because they do not make an item large. */
const minCutBytes = 1024;
/** Maximum size of one cut's description, without the attribute's name. */
const maxDescriptionBytes = 256;

/**
 * Returns the length to which longer values are cut to save `excess` bytes plus the descriptions; undefined if
 * impossible.
 */
function levelOf(
  values: readonly { readonly length: number; readonly descriptionBytes: number }[],
  excess: number,
): number | undefined {
  const sorted = values.toSorted((a, b) => b.length - a.length);
  let sum = 0;
  for (const [index, { length, descriptionBytes }] of sorted.entries()) {
    sum += length - descriptionBytes;
    const next = Math.max(minCutBytes, sorted[index + 1]?.length ?? 0);
    const level = Math.floor((sum - excess - maxDescriptionBytes) / (index + 1));
    if (level >= next) return level;
  }
  return undefined;
}

function rewritten(
  at: Walk,
  shape: Shape,
  { name, depth }: { readonly name: string; readonly depth: number },
): Chunks | undefined {
  const { reader, leaf, depthLimit } = at;
  if (depth > depthLimit) throw new WireFault("nested too deep");
  // 200 bytes of a name are enough to identify it.
  const own = shape === attributeShape ? joined(name, keyAhead(reader, 200)) : name;
  return rewriteFields(reader, {
    get(tag) {
      const inside = shape.get(tag);
      if (inside === undefined) return undefined;
      if (inside instanceof Map) return () => rewritten(at, inside, { name: own, depth: depth + 1 });
      const attribute = inside === "attribute" ? own || "body" : (inside as { cutAs: string }).cutAs;
      const isText = shape !== valueShape || tag === anyValue.string;
      return () => {
        const value = leaf(attribute, reader.pos, reader.end, isText);
        return value && [value];
      };
    },
  });
}

const joined = (outer: string, own: string) => (outer === "" ? own : `${outer}.${own}`);

/** Cuts between characters, and between words if there are any: half a secret would not be recognized as one. */
function endOfText(bytes: Buffer, start: number, wanted: number): number {
  for (let end = wanted; end > Math.max(start, wanted - minCutBytes); end--)
    if ((bytes[end - 1] as number) <= 0x20) return end;
  let end = wanted;
  while (end > start && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return end;
}

/** Encodes the KeyValue `gaffe.truncated`. */
function truncationAttribute(cuts: readonly Cut[]): Uint8Array {
  const wire = createWireWriter(maxDescriptionBytes * (cuts.length + 1));
  const member = (key: string, write: () => void) =>
    wire.message(values, () => {
      wire.text(keyValue.key, key);
      wire.message(keyValue.value, write);
    });
  wire.text(keyValue.key, truncatedValues);
  wire.message(keyValue.value, () =>
    wire.message(anyValue.array, () => {
      for (const { attribute, originalBytes, sha256 } of cuts)
        wire.message(values, () =>
          wire.message(anyValue.list, () => {
            member("attribute", () => wire.text(anyValue.string, attribute));
            member("original_bytes", () => wire.varint(anyValue.int, originalBytes));
            member("sha256", () => wire.text(anyValue.string, sha256));
          }),
        );
    }),
  );
  return wire.take();
}

const attributeShape = new Map<number, Shape>();
const valueShape = new Map<number, Shape | "attribute">([
  [anyValue.string, "attribute"],
  [anyValue.bytes, "attribute"],
]);
valueShape.set(anyValue.array, new Map([[values, valueShape]]));
valueShape.set(anyValue.list, new Map([[values, attributeShape]]));
attributeShape.set(keyValue.value, valueShape);

const spanShape: Shape = new Map<number, Shape | { cutAs: string }>([
  [span.name, { cutAs: "name" }],
  [span.attributes, attributeShape],
  [span.events, new Map([[event.attributes, attributeShape]])],
  [span.links, new Map([[link.attributes, attributeShape]])],
  [span.status, new Map([[status.message, { cutAs: "status.message" }]])],
]);
const logShape: Shape = new Map<number, Shape>([
  [logRecord.body, valueShape],
  [logRecord.attributes, attributeShape],
]);
