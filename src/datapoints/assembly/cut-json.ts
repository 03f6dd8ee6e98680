/** Limits for one value: characters of a text, items of a list, keys of an object. */
export interface CutLimits {
  readonly characters: number;
  readonly items: number;
}

/** A value that is shown only in part: its JSON Pointer (RFC 6901) and its full length. */
export interface Cut {
  readonly pointer: string;
  readonly kind: "text" | "list" | "object";
  readonly length: number;
}

/**
 * Returns the value with every long text, list and object cut, and the list of cuts. Short values are returned
 * unchanged.
 */
export function cutJson(value: unknown, limits: CutLimits): { readonly value: unknown; readonly cuts: readonly Cut[] } {
  const cuts: Cut[] = [];
  return { value: cut(value, ""), cuts };

  function cut(each: unknown, pointer: string): unknown {
    if (typeof each === "string") {
      if (each.length <= limits.characters) return each;
      cuts.push({ pointer, kind: "text", length: each.length });
      return each.slice(0, limits.characters);
    }
    if (Array.isArray(each)) {
      if (each.length > limits.items) cuts.push({ pointer, kind: "list", length: each.length });
      return each.slice(0, limits.items).map((item, index) => cut(item, `${pointer}/${index}`));
    }
    if (typeof each !== "object" || each === null) return each;
    const entries = Object.entries(each);
    if (entries.length > limits.items) cuts.push({ pointer, kind: "object", length: entries.length });
    const object = Object.create(null) as Record<string, unknown>;
    for (const [key, item] of entries.slice(0, limits.items)) object[key] = cut(item, `${pointer}/${escapeKey(key)}`);
    return object;
  }
}

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");

/** Returns the keys of a JSON Pointer; undefined for a text that isn't one. */
export function pointerKeys(pointer: string): readonly string[] | undefined {
  if (!pointer.startsWith("/")) return undefined;
  return pointer
    .slice(1)
    .split("/")
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
}
