import type { RedactText } from "../redact/redact-text.ts";

/** Returns the redacted texts, and the type of every inserted marker. */
export function scrubTexts(
  texts: readonly string[],
  redact: RedactText,
  onText: (index: number) => void = () => undefined,
) {
  const made = texts.map((text, index) => {
    onText(index);
    return redact(text) ?? { text, types: [] };
  });
  return { texts: made.map(({ text }) => text), types: made.flatMap(({ types }) => types) };
}
