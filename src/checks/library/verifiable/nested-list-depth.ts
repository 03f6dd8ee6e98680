import { firstListOf } from "../../../platform/text/lists.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { verifiable } from "./shared-properties.ts";

export const nestedListDepth = defineCheck({
  ...verifiable,
  tier: 3,
  name: "nested_list_depth",
  title: "Nested list",
  description:
    "Every item at the first level of the first list has at least `min_children` items below it, and the list is at most `max_depth` levels deep.",
  source: "IFBench format:sub-bullets",
  options: z.strictObject({ min_children: z.int().nonnegative().default(1), max_depth: z.int().positive().default(3) }),
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
