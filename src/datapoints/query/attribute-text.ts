import type { AttributeValue } from "../../otlp/index.ts";
import type { Json } from "../../platform/json/json.ts";

/** Longer values are compared by their beginning only; in UTF-16 code units. */
const comparedLength = 1000;

/**
 * Returns an attribute as it is compared and listed: text unchanged, bytes in base64, lists and objects as JSON.
 */
export function attributeText(value: AttributeValue): string {
  return textOf(value).slice(0, comparedLength).toWellFormed();
}

/** Returns a metadata value or a setting of the request as it is compared: text unchanged, anything else as JSON. */
export function jsonText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOf(value: AttributeValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null)
    return value instanceof Uint8Array ? base64(value) : attributeJson(value);
  return String(value);
}

/** JSON has no form for BigInts and bytes. */
function attributeJson(value: AttributeValue): string {
  return JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === "bigint") return String(inner);
    return inner instanceof Uint8Array ? base64(inner) : inner;
  });
}

function base64(bytes: Uint8Array): string {
  let binary = "";
  for (const byte of bytes.subarray(0, comparedLength)) binary += String.fromCharCode(byte);
  return btoa(binary);
}
