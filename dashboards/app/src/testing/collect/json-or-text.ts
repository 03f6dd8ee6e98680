/** What was typed: a JSON object or list where it is one, else the text. */
export function jsonOrText(typed: string): unknown {
  if (!/^\s*[[{]/.test(typed)) return typed.trim();
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed.trim();
  }
}
