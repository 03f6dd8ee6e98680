import type { Attributes } from "../../../otlp/index.ts";
import type { Json } from "../../../platform/json/json.ts";
import { isObject, type JsonObject, jsonOf } from "../json.ts";
import type { Notes } from "../notes.ts";

const markers: ReadonlySet<string> = new Set(["__REDACTED__", "<REDACTED>", "[REDACTED]", "[MaxDepth]", "REDACTED"]);

/** Parses an attribute's JSON; a marker for removed content sets a flag and counts as absent. */
export function contentOf(attributes: Attributes, key: string, notes: Notes): Json | undefined {
  const value = attributes.get(key);
  if (value === undefined) return undefined;
  if (typeof value === "string" && markers.has(value)) {
    notes.flags.add("content_redacted");
    return undefined;
  }
  return jsonOf(value, notes);
}

export function objectAt(attributes: Attributes, key: string, notes: Notes): JsonObject | undefined {
  const value = contentOf(attributes, key, notes);
  return isObject(value) ? value : undefined;
}
