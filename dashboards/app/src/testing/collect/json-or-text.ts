/** Parses the input as a JSON object or list; returns other input as text. */
export function jsonOrText(typed: string): unknown {
  if (!/^\s*[[{]/.test(typed)) return typed.trim();
  try {
    return JSON.parse(typed) as unknown;
  } catch {
    return typed.trim();
  }
}
