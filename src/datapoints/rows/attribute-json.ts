import type { Attributes, AttributeValue } from "../../otlp/index.ts";

/**
 * Encodes attribute values as JSON text without loss: what JSON lacks is an object with one key that starts with
 * "$" ($bigint, $bytes in base64, $number for NaN, infinities and -0), and an application's object that looks
 * like one is wrapped in $object.
 */
export function attributeJson(value: AttributeValue): string {
  return typeof value === "string" ? JSON.stringify(value) : JSON.stringify(tagged(value));
}

/** Like `attributeJson`, for a whole map: an array of pairs, so that every key is only a text. */
export function attributesJson(attributes: Attributes): string {
  return JSON.stringify([...attributes].map(([key, value]) => [key, tagged(value)]));
}

export function attributeOf(json: string): AttributeValue {
  return untagged(JSON.parse(json) as Tagged);
}

export function attributesOf(json: string): Attributes {
  return new Map((JSON.parse(json) as [string, Tagged][]).map(([key, value]) => [key, untagged(value)]));
}

type Tagged = string | number | boolean | null | Tagged[] | { [key: string]: Tagged };

function tagged(value: AttributeValue): Tagged {
  if (typeof value === "number")
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { $number: Object.is(value, -0) ? "-0" : `${value}` };
  if (typeof value === "bigint") return { $bigint: `${value}` };
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString("base64") };
  if (isList(value)) return value.map(tagged);
  const copy = bare();
  const keys = Object.keys(value);
  for (const key of keys) copy[key] = tagged(value[key] ?? null);
  return keys.length === 1 && keys[0]?.startsWith("$") ? { $object: copy } : copy;
}

function untagged(value: Tagged): AttributeValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(untagged);
  const [only, ...more] = Object.entries(value);
  if (only && more.length === 0) {
    const [key, inner] = only;
    if (key === "$number") return Number(inner);
    if (key === "$bigint" && typeof inner === "string") return BigInt(inner);
    if (key === "$bytes" && typeof inner === "string") return new Uint8Array(Buffer.from(inner, "base64"));
    if (key === "$object") return members(inner as { [key: string]: Tagged });
  }
  return members(value);
}

function members(value: { [key: string]: Tagged }): AttributeValue {
  const copy = bare<AttributeValue>();
  for (const [key, inner] of Object.entries(value)) copy[key] = untagged(inner);
  return copy;
}

/** Without a prototype, `__proto__` is an ordinary key. */
const bare = <Value = Tagged>() => Object.create(null) as { [key: string]: Value };
const isList = (value: AttributeValue): value is readonly AttributeValue[] => Array.isArray(value);
