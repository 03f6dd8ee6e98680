import { encodeTraces } from "../../../src/otlp/encode.ts";
import type { Span } from "../../../src/otlp/span.ts";
import { random } from "../row.ts";
import { chatSpan, withPrompt } from "../spans.ts";

const syllables = "ba ke li mo nu pa re si to vu za dra gle pri sko tru ".split(" ").filter(Boolean);

function wordsOf(seed: number, length: number): string {
  const next = random(seed);
  const parts: string[] = [];
  for (let written = 0; written < length; ) {
    const word = Array.from(
      { length: 1 + Math.floor(next() * 4) },
      () => syllables[Math.floor(next() * syllables.length)],
    ).join("");
    parts.push(word);
    written += word.length + 1;
  }
  return parts.join(" ").slice(0, length);
}

export function largeCalls(seed: number, bytes: number) {
  const text = wordsOf(seed, bytes + 2_000_000);
  return (number: number, traceNumber = number): Span => {
    const at = (number * 7919) % 2_000_000;
    return inTrace(
      withPrompt(shortCall(seed, number), `Question ${number} of run ${seed}: ${text.slice(at, at + bytes)}`),
      `${seed}-${traceNumber}`,
    );
  };
}

/** Creates a chat call of about 1 KB, in its own trace. */
export const shortCall = (run: number, number: number, startMs = Date.now() - 30_000 + number): Span =>
  chatSpan({ run, number, startMs, promptLength: 60, answer: `Answer ${number}.` });

/** Returns the same span in the trace with this name. */
export const inTrace = (span: Span, trace: string): Span => ({ ...span, traceId: traceIdOf(trace) });

const traceIdOf = (name: string): string => {
  const hex = Buffer.from(name).toString("hex");
  return hex.padStart(31, "0").slice(-31).padStart(32, "e");
};

/** Creates a span that no convention recognizes as a model call. */
export function plainSpan(run: number, number: number, startMs: number): Span {
  const { attributes: _, ...rest } = shortCall(run, number, startMs);
  return { ...rest, name: "step", kind: 1, attributes: new Map() };
}

export function bodiesOf(spans: readonly Span[], atOnce: number): Uint8Array<ArrayBuffer>[] {
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  for (let at = 0; at < spans.length; at += atOnce) bodies.push(encodeTraces(spans.slice(at, at + atOnce)));
  return bodies;
}
