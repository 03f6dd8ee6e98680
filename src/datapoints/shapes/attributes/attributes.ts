import type { Attributes, AttributeValue } from "../../../otlp/index.ts";

/** Returns the first of several attributes that holds text; "" counts as absent. JSON-quoted text is unquoted. */
export function text(attributes: Attributes, ...keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = textIn(attributes.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}

/**
 * Returns the first of several attributes that holds a finite number, also as text (Rust clients write integers
 * so).
 */
export function number(attributes: Attributes, ...keys: readonly string[]): number | undefined {
  for (const key of keys) {
    const value = numberIn(attributes.get(key));
    if (value !== undefined) return value;
  }
  return undefined;
}

export function truth(attributes: Attributes, ...keys: readonly string[]): boolean | undefined {
  for (const key of keys) {
    const value = attributes.get(key);
    if (typeof value === "boolean") return value;
    if (value === "true" || value === "false") return value === "true";
  }
  return undefined;
}

/** Returns texts that were sent as an array, as a JSON array in text, or as one bare text. */
export function texts(value: AttributeValue | undefined): readonly string[] {
  if (Array.isArray(value)) return value.filter((item) => typeof item === "string" && item !== "");
  if (typeof value !== "string" || value === "") return [];
  if (value.startsWith("[")) {
    try {
      return texts(JSON.parse(value) as AttributeValue);
    } catch {
      return [value];
    }
  }
  return [value];
}

function textIn(value: AttributeValue | undefined): string | undefined {
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (typeof value !== "string" || value === "") return undefined;
  if (value.length > 1 && value.startsWith('"') && value.endsWith('"')) {
    try {
      const unquoted = JSON.parse(value) as unknown;
      return typeof unquoted === "string" && unquoted !== "" ? unquoted : undefined;
    } catch {
      return value;
    }
  }
  return value;
}

function numberIn(value: AttributeValue | undefined): number | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
  if (typeof value === "bigint") return Number(value);
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const parsed = Number(value);
  return Number.isFinite(parsed) ? parsed : undefined;
}
