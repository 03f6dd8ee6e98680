import { isJsonObject, type JsonValue } from "./json.ts";

/** How loosely two JSON values are compared; the default is deep equality. */
export interface JsonComparison {
  readonly caseInsensitive?: boolean;
  /** White space at the ends of strings does not count. */
  readonly trim?: boolean;
  /** "5" equals 5 and "true" equals true. */
  readonly coerce?: boolean;
  /** Arrays are multisets. */
  readonly ignoreOrder?: boolean;
  /** Absolute difference of numbers that still counts as equal. */
  readonly numericTolerance?: number;
}

/** Compares JSON values deeply: numbers by value, objects regardless of key order, arrays in order. */
export function jsonEqual(a: JsonValue, b: JsonValue, how: JsonComparison = {}): boolean {
  if (typeof a === "object" && a !== null) return containersEqual(a, b, how);
  if (typeof b === "object" && b !== null) return false;
  if (typeof a === "number" && typeof b === "number") return numbersEqual(a, b, how);
  if (typeof a === "string" && typeof b === "string") return comparable(a, how) === comparable(b, how);
  if (a === b) return true;
  return how.coerce === true && coercedEqual(a, b, how);
}

function containersEqual(a: JsonValue, b: JsonValue, how: JsonComparison): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && arraysEqual(a, b, how);
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && jsonEqual(a[key] ?? null, b[key] ?? null, how))
  );
}

function arraysEqual(a: readonly JsonValue[], b: readonly JsonValue[], how: JsonComparison): boolean {
  if (a.length !== b.length) return false;
  if (!how.ignoreOrder) return a.every((item, index) => jsonEqual(item, b[index] ?? null, how));
  const left = [...b];
  return a.every((item) => {
    const at = left.findIndex((other) => jsonEqual(item, other, how));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function numbersEqual(a: number, b: number, { numericTolerance = 0 }: JsonComparison): boolean {
  return a === b || Math.abs(a - b) <= numericTolerance;
}

function comparable(text: string, { trim, caseInsensitive }: JsonComparison): string {
  const trimmed = trim ? text.trim() : text;
  return caseInsensitive ? trimmed.toLowerCase() : trimmed;
}

function coercedEqual(a: JsonValue, b: JsonValue, how: JsonComparison): boolean {
  if (a === null || b === null || typeof a === "object" || typeof b === "object") return false;
  const [x, y] = [String(a).trim(), String(b).trim()];
  if (typeof a === "boolean" || typeof b === "boolean") return x.toLowerCase() === y.toLowerCase();
  return x !== "" && y !== "" && numbersEqual(Number(x), Number(y), how);
}
