import { keyValue } from "../../otlp/fields.ts";
import type { FinishedCall } from "../call.ts";

/** The scope of spans that hold a call as it came. They are read before they are stored or leave for elsewhere. */
export const rawScope = "gaffe.proxy.raw";

export const rawKeys = {
  facts: "gaffe.raw.facts",
  request: "gaffe.raw.request",
  response: "gaffe.raw.response",
} as const;

/** What is known of a raw call beside its ids and its bytes, in the attribute `facts` as JSON. */
export type RawFacts = Required<
  Omit<FinishedCall, "traceId" | "spanId" | "request" | "response" | "requestEncoding" | "responseEncoding" | "secrets">
>;

/** The keys as they stand in an attribute on the wire: tag, length, name. */
export const rawAttributes = {
  facts: onWire(rawKeys.facts),
  request: onWire(rawKeys.request),
  response: onWire(rawKeys.response),
} as const;

function onWire(key: string): Buffer {
  return Buffer.concat([Uint8Array.of(keyValue.key, key.length), Buffer.from(key)]);
}
