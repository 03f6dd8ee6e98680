import { listedIn } from "../../references.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { itemsOf, listComparison, normal } from "./list-items.ts";

export const rankCorrelation = defineCheck({
  ...listComparison,
  name: "rank_correlation",
  title: "Order agrees with the reference",
  description:
    "Kendall's τ (or Spearman's ρ) between the order of the answer's items and that of the reference list; an item that is missing counts as out of order with every other.",
  severity: "minor",
  output: scored("-1..1; pass ≥ 0.8", "higher"),
  source: "Kendall 1938; Spearman 1904; Opik",
  options: z.strictObject({
    threshold: z.number().min(-1).max(1).default(0.8),
    method: z.enum(["kendall", "spearman"]).default("kendall"),
  }),
  evaluate: (subject, { threshold, method }) => {
    const wanted = listedIn(subject.expected, "reference", "items", "list").map(normal).slice(0, 500);
    if (wanted.length < 2) return skipped("the expected result holds no list of two and more");
    const positions = new Map(
      itemsOf(subject)
        .map(normal)
        .toReversed()
        .map((item, at, all) => [item, all.length - 1 - at]),
    );
    const ranks = wanted.map((item) => positions.get(item));
    return within(method === "kendall" ? kendall(ranks) : spearman(ranks), { min: threshold }, method);
  },
});

/** Returns pairs in order minus pairs out of order, divided by all pairs. */
function kendall(ranks: readonly (number | undefined)[]): number {
  let agreement = 0;
  for (const [at, one] of ranks.entries())
    for (const other of ranks.slice(at + 1))
      agreement += one === undefined || other === undefined || one > other ? -1 : 1;
  return (2 * agreement) / (ranks.length * (ranks.length - 1));
}

function spearman(ranks: readonly (number | undefined)[]): number {
  const shown = ranks.flatMap((rank) => rank ?? []).sort((one, other) => one - other);
  const n = ranks.length;
  // A missing item counts with the maximum distance.
  const squares = ranks.reduce<number>((sum, rank, at) => {
    const off = rank === undefined ? n : Math.abs(shown.indexOf(rank) - at);
    return sum + off * off;
  }, 0);
  return Math.max(-1, 1 - (6 * squares) / (n * (n * n - 1)));
}
