import type { RedactText } from "../redact/redact-text.ts";

/** Returns the redacted texts, and the type of every inserted marker. */
export function scrubTexts(texts: readonly string[], redact: RedactText) {
  const made = texts.map((text) => redact(text) ?? { text, types: [] });
  return { texts: made.map(({ text }) => text), types: made.flatMap(({ types }) => types) };
}
