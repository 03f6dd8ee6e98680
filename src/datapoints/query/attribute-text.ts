import type { AttributeValue } from "../../otlp/span.ts";
import type { Json } from "../datapoint.ts";

/** Of longer values only the beginning is compared, in UTF-16 code units. */
const comparedLength = 1000;

/** An attribute as it is compared and listed: text as it is, bytes in base64, lists and objects as JSON. */
export function attributeText(value: AttributeValue): string {
  return textOf(value).slice(0, comparedLength).toWellFormed();
}

/** A metadata value as it is compared: text as it is, anything else as JSON. */
export function metadataText(value: Json): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function textOf(value: AttributeValue): string {
  if (typeof value === "string") return value;
  if (typeof value === "object" && value !== null) return value instanceof Uint8Array ? base64(value) : jsonText(value);
  return String(value);
}

/** BigInts and bytes have no JSON of their own. */
function jsonText(value: AttributeValue): string {
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
