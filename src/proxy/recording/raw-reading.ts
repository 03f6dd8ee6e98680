import { decodeTraces } from "../../otlp/decode.ts";
import { encodeTraces } from "../../otlp/encode.ts";
import type { Span } from "../../otlp/span.ts";
import type { FinishedCall, Kept } from "../call.ts";
import { type RawFacts, rawKeys, rawScope } from "./raw-call.ts";
import { spanOf } from "./span.ts";

/** A call that was written down as it came, as the span it stands for; every other span stays as it is. */
export function readRaw(span: Span): Span {
  return span.scope.name === rawScope ? spanOf(callOf(span)) : span;
}

/** The same of an export request. Undefined: no raw calls are in it. */
export function readRawBatch(bytes: Uint8Array): Uint8Array | undefined {
  return isRaw(bytes) ? encodeTraces(decodeTraces(bytes).map(readRaw)) : undefined;
}

/** Batches of raw calls hold nothing else, and name their scope first. */
function isRaw(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).includes(rawScope);
}

function callOf({ traceId, spanId, attributes }: Span): FinishedCall {
  const text = (key: string) => {
    const value = attributes.get(key);
    return typeof value === "string" ? value : "";
  };
  const kept = (key: string): Kept => ({ chunks: [], lost: 0, text: text(key) });
  // What was looked for when the call was written down is not in it: no secret has to be known any more.
  const facts = JSON.parse(text(rawKeys.facts)) as RawFacts;
  return { ...facts, traceId, spanId, request: kept(rawKeys.request), response: kept(rawKeys.response), secrets: [] };
}
