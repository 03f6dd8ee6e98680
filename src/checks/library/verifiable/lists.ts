import { z } from "zod";
import { datesOf, dayNumber } from "../../../platform/text/dates.ts";
import { firstListOf } from "../../../platform/text/lists.ts";
import { numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { verifiable } from "./verifiable.ts";

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

export const nestedListDepth = defineCheck({
  ...verifiable,
  tier: 3,
  name: "nested_list_depth",
  title: "Nested list",
  description:
    "Every item at the first level of the first list has at least `min_children` items below it, and the list is at most `max_depth` levels deep.",
  source: "IFBench format:sub-bullets",
  options: z.strictObject({
    min_children: z.int().nonnegative().default(1),
    max_depth: z.int().positive().default(3),
  }),
  evaluate: (subject, { min_children: least, max_depth: deepest }) => {
    const levels = levelsOf(firstListOf(subject.text("output").outsideCode).map(({ indent }) => indent));
    if (levels.length === 0) return skipped("there is no list");
    const depth = Math.max(...levels);
    if (depth > deepest) return property(false, `${depth} levels, at most ${deepest}`);
    const children = levels.reduce<number[]>((all, level) => {
      if (level === 1) all.push(0);
      else if (level === 2 && all.length > 0) all[all.length - 1] = (all.at(-1) ?? 0) + 1;
      return all;
    }, []);
    const fewest = Math.min(...children);
    return property(fewest >= least, `${children.length} items with at least ${fewest} below each, ${depth} levels`);
  },
});

/** Returns the level of each item, 1 for the outermost: each two characters of indent add a level. */
function levelsOf(indents: readonly number[]): readonly number[] {
  const open: number[] = [];
  return indents.map((indent) => {
    while (open.length > 0 && indent < (open.at(-1) ?? 0)) open.pop();
    if (open.length === 0 || indent >= (open.at(-1) ?? 0) + 2) open.push(indent);
    return open.length;
  });
}

function itemsOf(text: string, source: "list" | "lines" | "commas"): readonly string[] {
  if (source === "list") {
    const items = firstListOf(text);
    const least = Math.min(...items.map(({ indent }) => indent));
    return items.filter(({ indent }) => indent <= least + 1).map((item) => item.text.replace(/^\*+/, ""));
  }
  return text.split(source === "lines" ? "\n" : ",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]));
}
