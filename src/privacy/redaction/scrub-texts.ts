import type { RedactText } from "../redact/redact-text.ts";

/** The texts as the rules leave them, and the type of every marker that was put in. */
export function scrubTexts(texts: readonly string[], redact: RedactText) {
  const made = texts.map((text) => redact(text) ?? { text, types: [] });
  return { texts: made.map(({ text }) => text), types: made.flatMap(({ types }) => types) };
}
