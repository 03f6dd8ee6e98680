/**
 * JSON from outside, read by shape: a value of an unexpected type counts as absent. Objects may have any own key.
 */
export type Loose = { readonly [key: string]: unknown };

export function looseObject(value: unknown): Loose | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Loose) : undefined;
}

export const looseList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const looseObjects = (value: unknown): readonly Loose[] =>
  looseList(value).flatMap((each): Loose[] => {
    const object = looseObject(each);
    return object ? [object] : [];
  });
export const looseText = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;
export const looseNumber = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
export const looseBoolean = (value: unknown): boolean | undefined => (typeof value === "boolean" ? value : undefined);

/** Returns the member under the first of two names that exists: SDKs differ in case. */
export const either = (object: Loose | undefined, one: string, other: string): unknown =>
  object?.[one] ?? object?.[other];

/** Returns the parsed value, or undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
