import { datesOf, dayNumber } from "../../../platform/text/dates.ts";
import { firstListOf } from "../../../platform/text/lists.ts";
import { numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { verifiable } from "./shared-properties.ts";

const collator = new Intl.Collator("en", { sensitivity: "base", numeric: true, ignorePunctuation: true });

/** Comparison keys of items; undefined where an item has none. */
const orders = {
  alphabetical: undefined,
  numeric: (item: string) => numbersOf(item)[0]?.value,
  date: (item: string) => datesOf(item).map(dayNumber)[0],
  length: (item: string) => item.length,
} as const;

export const listSorted = defineCheck({
  ...verifiable,
  tier: 3,
  name: "list_sorted",
  title: "List in the required order",
  description:
    "The items of the first list (or the lines, or the parts between commas) are in order: by alphabet, by their first number, by their first date, or by length.",
  source: "IFBench sorting instructions",
  options: z.strictObject({
    by: z.enum(["alphabetical", "numeric", "date", "length"]).default("alphabetical"),
    descending: z.boolean().default(false),
    source: z.enum(["list", "lines", "commas"]).default("list"),
  }),
  evaluate: (subject, { by, descending, source }) => {
    const items = itemsOf(subject.text("output").outsideCode, source);
    if (items.length < 2) return skipped("there are fewer than two items");
    const key = orders[by];
    const keys = key ? items.map(key) : [];
    if (key && keys.includes(undefined)) return property(false, `an item has no ${by === "date" ? "date" : "number"}`);
    const wrong = items.findIndex((item, at) => {
      if (at === 0) return false;
      const order = key ? (keys[at] ?? 0) - (keys[at - 1] ?? 0) : collator.compare(item, items[at - 1] ?? "");
      return descending ? order > 0 : order < 0;
    });
    return property(
      wrong === -1,
      wrong === -1 ? `${items.length} items are in order` : `“${(items[wrong] ?? "").slice(0, 60)}” is out of order`,
    );
  },
});

function itemsOf(text: string, source: "list" | "lines" | "commas"): readonly string[] {
  if (source === "list") {
    const items = firstListOf(text);
    const least = Math.min(...items.map(({ indent }) => indent));
    return items.filter(({ indent }) => indent <= least + 1).map((item) => item.text.replace(/^\*+/, ""));
  }
  return text.split(source === "lines" ? "\n" : ",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}
