import { decodeTraces, encodeTraces, type Span } from "../../otlp/index.ts";
import type { FinishedCall, RecordedBytes } from "../call.ts";
import { type RawFacts, rawKeys, rawScope } from "./raw-call.ts";
import { type ReadCall, readCall } from "./span.ts";

/** Converts a raw call to the span that describes it, with its content; returns every other span unchanged. */
export function readRaw(span: Span): ReadCall {
  return span.scope.name === rawScope ? readCall(callOf(span)) : { item: span };
}

/** Converts an export request in the same way. Returns undefined when it contains no raw calls. */
export function readRawBatch(bytes: Uint8Array): Uint8Array | undefined {
  return isRaw(bytes) ? encodeTraces(decodeTraces(bytes).map((span) => readRaw(span).item)) : undefined;
}

/** Batches of raw calls contain nothing else, and start with their scope. */
function isRaw(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 64)).includes(rawScope);
}

function callOf({ traceId, spanId, attributes }: Span): FinishedCall {
  const text = (key: string) => {
    const value = attributes.get(key);
    return typeof value === "string" ? value : "";
  };
  const recordedBytes = (key: string): RecordedBytes => ({ chunks: [], lost: 0, text: text(key) });
  // Secrets were searched for when the call was written, so none have to be known here.
  const facts = JSON.parse(text(rawKeys.facts)) as RawFacts;
  return {
    ...facts,
    traceId,
    spanId,
    request: recordedBytes(rawKeys.request),
    response: recordedBytes(rawKeys.response),
    secrets: [],
  };
}
