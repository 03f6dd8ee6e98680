import { keyValue } from "../../otlp/index.ts";
import type { FinishedCall } from "../call.ts";

/** Scope of spans that hold an unread call. They are read before they are stored or exported. */
export const rawScope = "gaffe.proxy.raw";

export const rawKeys = {
  facts: "gaffe.raw.facts",
  request: "gaffe.raw.request",
  response: "gaffe.raw.response",
} as const;

/** What is known about a raw call besides its ids and bytes, as JSON in the attribute `facts`. */
export type RawFacts = Required<
  Omit<FinishedCall, "traceId" | "spanId" | "request" | "response" | "requestEncoding" | "responseEncoding" | "secrets">
>;

/** The attribute keys as encoded: tag, length, name. */
export const rawAttributes = {
  facts: onWire(rawKeys.facts),
  request: onWire(rawKeys.request),
  response: onWire(rawKeys.response),
} as const;

function onWire(key: string): Buffer {
  return Buffer.concat([Uint8Array.of(keyValue.key, key.length), Buffer.from(key)]);
}
