import { distance } from "fastest-levenshtein";
import { isJsonObject, type JsonValue, member } from "./json.ts";

/** 1 minus the edit distance of the first 4,000 characters divided by the longer length. */
export function editSimilarity(one: string, other: string): number {
  const [left, right] = [one.normalize("NFC").slice(0, 4000), other.normalize("NFC").slice(0, 4000)];
  const longer = Math.max(left.length, right.length);
  return longer === 0 ? 1 : 1 - distance(left, right) / longer;
}

export interface Comparison {
  readonly ignored: ReadonlySet<string>;
  /** Compares lists by position; otherwise each item with the most similar one. */
  readonly byPosition: boolean;
}

/**
 * Returns the similarity of two values, 0 to 1: mean over the keys of both, texts by edits, numbers by relative
 * error; different types are 0.
 */
export function jsonSimilarity(one: JsonValue, other: JsonValue, how: Comparison, depth = 0): number {
  if (depth > 100) return 0;
  if (typeof one === "string" && typeof other === "string") return editSimilarity(one, other);
  if (typeof one === "number" && typeof other === "number") {
    const most = Math.max(Math.abs(one), Math.abs(other));
    return most === 0 ? 1 : Math.max(0, 1 - Math.abs(one - other) / most);
  }
  if (Array.isArray(one) && Array.isArray(other))
    return ofLists(one as readonly JsonValue[], other as readonly JsonValue[], how, depth);
  if (isJsonObject(one) && isJsonObject(other)) {
    const keys = [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((key) => !how.ignored.has(key));
    const sum = keys.reduce((total, key) => {
      const [left, right] = [member(one, key), member(other, key)];
      return total + (left === undefined || right === undefined ? 0 : jsonSimilarity(left, right, how, depth + 1));
    }, 0);
    return keys.length === 0 ? 1 : sum / keys.length;
  }
  return one === other ? 1 : 0;
}

function ofLists(one: readonly JsonValue[], other: readonly JsonValue[], how: Comparison, depth: number): number {
  const longer = Math.max(one.length, other.length);
  if (longer === 0) return 1;
  if (how.byPosition)
    return (
      one.reduce<number>(
        (sum, each, at) =>
          sum + (other[at] === undefined ? 0 : jsonSimilarity(each, other[at] ?? null, how, depth + 1)),
        0,
      ) / longer
    );
  const left = [...other];
  let sum = 0;
  for (const each of one.slice(0, 200)) {
    const scores = left.map((candidate) => jsonSimilarity(each, candidate, how, depth + 1));
    const best = scores.indexOf(Math.max(...scores));
    if (best === -1) continue;
    sum += scores[best] ?? 0;
    left.splice(best, 1);
  }
  return sum / longer;
}
