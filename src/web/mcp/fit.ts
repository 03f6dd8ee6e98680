import type { Cut } from "../../datapoints/index.ts";
import { cutJson } from "../../datapoints/service.ts";
import type { JsonValue } from "../../platform/json/json.ts";

/** Characters of one response, about 10,000 tokens: clients show that much to a model without truncating it. */
export const answerAtMost = 40_000;

/** Returns how many items, from the first, fit into one response; at least one. */
export function howManyFit(items: readonly JsonValue[]): number {
  let size = 0;
  const tooMany = items.findIndex((item) => (size += JSON.stringify(item).length + 1) > answerAtMost * 0.9);
  return tooMany < 0 ? items.length : Math.max(1, tooMany);
}

/** Returns the response as JSON, with texts and lists cut ever shorter until it fits, and the list of cuts. */
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

/** Reports cuts of the route with the route's values, because it knows the full length. */
function withCuts(value: JsonValue, cuts: readonly Cut[]): JsonValue {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const object = value as { readonly [key: string]: JsonValue };
  const before = Array.isArray(object["cuts"]) ? (object["cuts"] as readonly Cut[]) : [];
  const known = new Set(before.map(({ pointer }) => pointer));
  const added = cuts.filter(({ pointer }) => !known.has(pointer));
  return { ...object, cuts: [...before, ...added].slice(0, 50).map((cut) => ({ ...cut })) };
}
