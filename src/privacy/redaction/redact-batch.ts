import { contentDroppedKey, markerOf, type PrivacyRules } from "../../datapoints/index.ts";
import { anyValue, createWireWriter, keyValue, type Signal } from "../../otlp/index.ts";
import { rewriteTexts } from "../../otlp/service.ts";
import { createGate } from "../redact/gate.ts";
import { createTextRedactor } from "../redact/redact-text.ts";
import { staysWithoutContent } from "../redact/without-content.ts";

export interface RedactedBatch {
  /** The given bytes, or new ones if a text was changed. */
  readonly bytes: Uint8Array;
  /** Number of markers inserted, by type. */
  readonly counts: ReadonlyMap<string, number>;
  /** Texts that were replaced whole, because searching them took too long. */
  readonly unfinished: number;
}

/** Reads raw calls of the proxy in a batch. Undefined: it has none. */
export type ReadRaw = (bytes: Uint8Array) => Uint8Array | undefined;

/** Called before a text is searched; false: it takes too long and is replaced whole. */
export type MayRead = (text: string) => boolean;

interface RedactorOptions {
  readonly readRaw?: ReadRaw;
  readonly mayRead?: MayRead | undefined;
}

/**
 * Applies the rules to an export request. Pure and linear in its bytes; custom patterns cost most. A raw proxy
 * call stays raw if nothing in it is redacted; otherwise it is read first, so that rules see the same texts in
 * every span.
 */
export function createBatchRedactor(
  rules: PrivacyRules,
  { readRaw = () => undefined, mayRead = () => true }: RedactorOptions = {},
) {
  const readsFirst = rules.patterns.length > 0 || rules.content === "dropped";
  const redactSpans = createSpanRedactor(rules, mayRead);
  return (bytes: Uint8Array, signal: Signal): RedactedBatch => {
    const redacted = redactSpans((readsFirst ? readRaw(bytes) : undefined) ?? bytes, signal);
    const read = redacted.counts.size > 0 && !readsFirst ? readRaw(bytes) : undefined;
    return read ? redactSpans(read, signal) : redacted;
  };
}

function createSpanRedactor(rules: PrivacyRules, mayRead: MayRead) {
  const mayChange = createGate(rules);
  const redact = createTextRedactor(rules);
  const drops = rules.content === "dropped";
  return (bytes: Uint8Array, signal: Signal): RedactedBatch => {
    const counts = new Map<string, number>();
    const rewritten = rewriteTexts(bytes, signal, {
      mayChange,
      text: (text, key) => {
        const made = mayRead(text) ? redact(text, key) : unfinishedText;
        for (const type of made?.types ?? []) counts.set(type, (counts.get(type) ?? 0) + 1);
        return made?.text;
      },
      ...(drops ? { content: { stays: staysWithoutContent, standIn } } : {}),
    });
    return { bytes: rewritten, counts, unfinished: counts.get(unfinishedType) ?? 0 };
  };
}

const standIn = contentDropped();

const unfinishedType = "unfinished";
const unfinishedText = { text: markerOf(unfinishedType), types: [unfinishedType] };

/** The attribute `gaffe.content_dropped: true`. */
function contentDropped(): Uint8Array {
  const writer = createWireWriter(64);
  writer.text(keyValue.key, contentDroppedKey);
  writer.message(keyValue.value, () => writer.varint(anyValue.bool, 1));
  return writer.take();
}
