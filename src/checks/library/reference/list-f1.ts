import { distance } from "fastest-levenshtein";
import { listedIn } from "../../references.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { itemsOf, listComparison, normal } from "./list-items.ts";

export const listF1 = defineCheck({
  ...listComparison,
  name: "list_f1",
  title: "List overlap F1",
  description:
    "F1 of the answer's items and those of the reference list as sets, normalised; below 1, `min_similarity` lets items count that are nearly the same.",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "autoevals ListContains; extraction tasks",
  options: z.strictObject({
    threshold: z.number().min(0).max(1).default(0.8),
    min_similarity: z.number().min(0).max(1).default(1),
  }),
  evaluate: (subject, { threshold, min_similarity: least }) => {
    const wanted = new Set(listedIn(subject.expected, "reference", "items", "list").map(normal));
    if (wanted.size === 0) return skipped("the expected result holds no list");
    const found = new Set(itemsOf(subject).map(normal));
    const left = new Set(wanted);
    let hits = 0;
    for (const item of found) {
      const match = [...left].find((each) => each === item || (least < 1 && similarity(each, item) >= least));
      if (match === undefined) continue;
      left.delete(match);
      hits++;
    }
    return within((2 * hits) / (found.size + wanted.size), { min: threshold }, `${hits} of ${wanted.size} items, F1`);
  },
});

function similarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - distance(one.slice(0, 500), other.slice(0, 500)) / longer;
}
