import { type Cut, cutJson } from "../../datapoints/assembly/cut-json.ts";
import type { JsonValue } from "../../platform/json/json.ts";

/** Characters of one answer, about 10,000 tokens: what a client shows its model without cutting it itself. */
export const answerAtMost = 40_000;

/** So many of the items, from the first, as fit into one answer; one in any case. */
export function howManyFit(items: readonly JsonValue[]): number {
  let size = 0;
  const tooMany = items.findIndex((item) => (size += JSON.stringify(item).length + 1) > answerAtMost * 0.9);
  return tooMany < 0 ? items.length : Math.max(1, tooMany);
}

/** The answer as JSON, its texts and lists cut ever shorter until it fits, with what was cut. */
export function fittingJson(answer: JsonValue): string {
  const whole = JSON.stringify(answer);
  if (whole.length <= answerAtMost) return whole;
  for (const limits of [
    { characters: 4000, items: 200 },
    { characters: 1000, items: 60 },
    { characters: 250, items: 30 },
    { characters: 80, items: 10 },
  ]) {
    const { value, cuts } = cutJson(answer, limits);
    const text = JSON.stringify(withCuts(value as JsonValue, cuts));
    if (text.length <= answerAtMost) return text;
  }
  return fittingText(whole);
}

export function fittingText(text: string): string {
  return text.length <= answerAtMost
    ? text
    : `${text.slice(0, answerAtMost)}\n… cut here: ${text.length} characters in all`;
}

/** What the route itself cut is told as the route tells it: it knows how long the value is. */
function withCuts(value: JsonValue, cuts: readonly Cut[]): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const object = value as { readonly [key: string]: JsonValue };
  const before = Array.isArray(object["cuts"]) ? (object["cuts"] as readonly Cut[]) : [];
  const known = new Set(before.map(({ pointer }) => pointer));
  const added = cuts.filter(({ pointer }) => !known.has(pointer));
  return { ...object, cuts: [...before, ...added].slice(0, 50).map((cut) => ({ ...cut })) };
}
