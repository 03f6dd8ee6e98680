import type { Subject } from "../../../datapoints/index.ts";
import { atPath } from "../../../platform/json/json.ts";
import { listedItems } from "../../../platform/text/lists.ts";
import { ofReference, tokensOf } from "./reference.ts";

/** Compares lists: the items of a JSON array, bullets, lines, or parts between commas. */
export const listComparison = { ...ofReference, tier: 2 } as const;

export const normal = (text: string) => tokensOf(text, true).join(" ");

export function itemsOf(subject: Subject): readonly string[] {
  const output = subject.text("output");
  const json = output.json.ok
    ? Array.isArray(output.json.value)
      ? output.json.value
      : atPath(output.json.value, "items")
    : undefined;
  const items = Array.isArray(json)
    ? json.flatMap((each: unknown) => (typeof each === "string" || typeof each === "number" ? [String(each)] : []))
    : listedItems(output.outsideCode);
  return items.slice(0, 500);
}
