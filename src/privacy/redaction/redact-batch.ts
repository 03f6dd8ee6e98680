import { contentDroppedKey, type PrivacyRules } from "../../datapoints/text/redaction.ts";
import { anyValue, keyValue } from "../../otlp/fields.ts";
import type { Signal } from "../../otlp/ports/admission.ts";
import { rewriteTexts } from "../../otlp/rewrite/rewrite.ts";
import { createWireWriter } from "../../otlp/wire-writer.ts";
import { createGate } from "../redact/gate.ts";
import { createTextRedactor } from "../redact/redact-text.ts";
import { staysWithoutContent } from "../redact/without-content.ts";

export interface RedactedBatch {
  /** The bytes given, or new ones where a text was changed. */
  readonly bytes: Uint8Array;
  /** How many markers of each type were put in. */
  readonly counts: ReadonlyMap<string, number>;
}

/** Reads calls of the proxy that lie in a batch as they came. Undefined: there are none in it. */
export type ReadRaw = (bytes: Uint8Array) => Uint8Array | undefined;

/**
 * What the rules leave of an export request. Pure and linear in its bytes; a pattern of a project's own costs most. A raw
 * call of the proxy stays raw where there is nothing to take out of it; otherwise it is read first, so that rules meet
 * the same texts in every span.
 */
export function createBatchRedactor(rules: PrivacyRules, readRaw: ReadRaw = () => undefined) {
  const readsFirst = rules.patterns.length > 0 || rules.content === "dropped";
  const redactSpans = createSpanRedactor(rules);
  return (bytes: Uint8Array, signal: Signal): RedactedBatch => {
    const redacted = redactSpans((readsFirst ? readRaw(bytes) : undefined) ?? bytes, signal);
    const read = redacted.counts.size > 0 && !readsFirst ? readRaw(bytes) : undefined;
    return read ? redactSpans(read, signal) : redacted;
  };
}

function createSpanRedactor(rules: PrivacyRules) {
  const mayChange = createGate(rules);
  const redact = createTextRedactor(rules);
  const drops = rules.content === "dropped";
  return (bytes: Uint8Array, signal: Signal): RedactedBatch => {
    const counts = new Map<string, number>();
    const rewritten = rewriteTexts(bytes, signal, {
      mayChange,
      text: (text, key) => {
        const made = redact(text, key);
        for (const type of made?.types ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
        return made?.text;
      },
      ...(drops ? { content: { stays: staysWithoutContent, standIn } } : {}),
    });
    return { bytes: rewritten, counts };
  };
}

const standIn = contentDropped();

/** The attribute `gaffe.content_dropped: true`. */
function contentDropped(): Uint8Array {
  const writer = createWireWriter(64);
  writer.text(keyValue.key, contentDroppedKey);
  writer.message(keyValue.value, () => writer.varint(anyValue.bool, 1));
  return writer.take();
}
