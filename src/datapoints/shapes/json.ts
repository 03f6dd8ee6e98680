import type { AttributeValue } from "../../otlp/index.ts";
import type { Json } from "../../platform/json/json.ts";
import type { Notes } from "./notes.ts";
import { recoverTruncated } from "./truncated.ts";

export type JsonObject = { readonly [key: string]: Json };

/**
 * Returns the JSON of an attribute: structured, as text, or as text within text. Text that is not JSON is
 * returned unchanged. JSON that was cut is flagged `truncated` and recovered as far as possible.
 */
export function jsonOf(value: AttributeValue | undefined, notes: Notes): Json | undefined {
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? jsonOfText(value, notes) : plain(value);
}

/** Parses text that can be JSON, or JSON of JSON (at most three layers). */
export function jsonOfText(text: string, notes: Notes): Json {
  if (text.length < worthKeeping || !isLikelyJson(text)) return unwrapped(text, notes);
  const known = notes.parsed.get(text);
  if (known !== undefined) return known;
  const value = unwrapped(text, notes);
  notes.parsed.set(text, value);
  return value;
}

/** Parsing a shorter text again is faster than a cache lookup. */
const worthKeeping = 200;

function unwrapped(text: string, notes: Notes): Json {
  let value: Json = text;
  for (let depth = 0; depth < 3 && typeof value === "string"; depth++) {
    if (!isLikelyJson(value)) return value;
    const parsed = parse(value);
    if (parsed === undefined) return cut(value, notes);
    value = parsed;
  }
  return value;
}

/**
 * Returns undefined for text that is not JSON; never throws. JSON nested deeper than any message is hostile, and
 * stays text.
 */
export function parse(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return isDeeper(value, maxDepth) ? undefined : value;
  } catch {
    return undefined;
  }
}

const maxDepth = 64;

/** Returns a value that was parsed elsewhere, within the same limit; undefined beyond it. */
export function jsonOfValue(value: unknown): Json | undefined {
  const json = value as Json | undefined;
  return json === undefined || isDeeper(json, maxDepth) ? undefined : json;
}

function isDeeper(value: Json, depth: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  if (isList(value)) return value.some((item) => typeof item === "object" && isDeeper(item, depth - 1));
  for (const key in value) if (isDeeper(value[key] ?? null, depth - 1)) return true;
  return false;
}

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** Returns an object, also from its JSON text. */
export function objectOf(value: Json | undefined): JsonObject | undefined {
  if (isObject(value)) return value;
  if (typeof value !== "string" || value.charCodeAt(0) !== brace) return undefined;
  const parsed = parse(value);
  return isObject(parsed) ? parsed : undefined;
}

/** Own properties only: a key named `constructor` must come from the application. */
export function at(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
}

/** Returns the value of the first spelling that is present. */
export function first(object: JsonObject, ...keys: readonly string[]): Json | undefined {
  for (const key of keys) {
    const value = at(object, key);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Returns non-empty text; numbers are converted. */
export function textOf(value: Json | undefined): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" ? String(value) : undefined;
}

/** Returns a finite number, also from text. */
export function numberOf(value: Json | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Converts an attribute's structured value to JSON: bytes as base64, integers beyond 2^53 as text. */
export function plain(value: AttributeValue): Json {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value === "bigint") return String(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString("base64");
  if (Array.isArray(value)) return value.map(plain);
  const object = Object.create(null) as Record<string, Json>;
  for (const [key, item] of Object.entries(value)) object[key] = plain(item);
  return object;
}

const brace = 123;
const bracket = 91;
const quote = 34;

function isLikelyJson(text: string): boolean {
  let start = 0;
  while (text.charCodeAt(start) <= 32) start++;
  const code = text.charCodeAt(start);
  return (
    code === brace || code === bracket || (code === quote && text.trimEnd().endsWith('"') && text.length > start + 1)
  );
}

function cut(text: string, notes: Notes): Json {
  const last = text.trimEnd().slice(-1);
  if (last === "}" || last === "]" || text.charCodeAt(0) === quote) return text;
  const recovered = recoverTruncated(text);
  if (recovered === undefined) return text;
  notes.flags.add("truncated");
  return recovered;
}
