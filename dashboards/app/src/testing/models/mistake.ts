/** What a form says, or the field whose text cannot be read as what it should be. */
export type Drafted<Value> =
  | { readonly kind: "ready"; readonly value: Value }
  | { readonly kind: "mistake"; readonly field: string; readonly because: string };

export const mistake = (field: string, because: string) => ({ kind: "mistake" as const, field, because });

/** JSON that was typed; nothing typed is undefined. */
export function jsonOf(text: string): { readonly ok: boolean; readonly value?: unknown } {
  if (text.trim() === "") return { ok: true };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return { ok: false };
  }
}
