export type JsonValue = string | number | boolean | null | readonly JsonValue[] | { readonly [key: string]: JsonValue };

export type JsonObject = { readonly [key: string]: JsonValue };

export type ParsedJson =
  | { readonly ok: true; readonly value: JsonValue }
  /** The message of the parser. */
  | { readonly ok: false; readonly message: string };

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch (thrown) {
    return { ok: false, message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own member; a key of the prototype is ignored. */
export function member(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/**
 * Reads a dotted path with array indexes as numbers: `items.0.name`. A key that contains a dot is tried as a whole
 * first.
 */
export function atPath(value: JsonValue | undefined, path: string): JsonValue | undefined {
  const whole = member(value, path);
  if (whole !== undefined) return whole;
  let at = value;
  for (const key of path.split(".")) {
    at = Array.isArray(at) ? (at as readonly JsonValue[])[Number(key)] : member(at, key);
    if (at === undefined) return undefined;
  }
  return at;
}

/** JSON text with object keys in code unit order: equal values give equal texts. */
export function canonicalJson(value: JsonValue): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`);
  return `{${members.join(",")}}`;
}

export function* stringLeaves(value: JsonValue): Generator<{ readonly path: string; readonly text: string }> {
  const stack: { path: string; value: JsonValue }[] = [{ path: "", value }];
  for (let next = stack.pop(); next; next = stack.pop()) {
    const { path, value } = next;
    if (typeof value === "string") yield { path, text: value };
    else if (typeof value === "object" && value !== null)
      for (const [key, inner] of Object.entries(value).reverse())
        stack.push({ path: path === "" ? key : `${path}.${key}`, value: inner });
  }
}

/** A JSON value. Objects from outside can own a key `__proto__`: never spread or merge them. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
