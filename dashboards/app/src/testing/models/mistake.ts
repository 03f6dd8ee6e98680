/** The value of a form, or the field that cannot be parsed. */
export type Drafted<Value> =
  | { readonly kind: "ready"; readonly value: Value }
  | { readonly kind: "mistake"; readonly field: string; readonly reason: string };

export const mistake = (field: string, reason: string) => ({ kind: "mistake" as const, field, reason });

/** Parses typed JSON; an empty text is undefined. */
export function jsonOf(text: string): { readonly ok: boolean; readonly value?: unknown } {
  if (text.trim() === "") return { ok: true };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
