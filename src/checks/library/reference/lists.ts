import { distance } from "fastest-levenshtein";
import { z } from "zod";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { atPath } from "../../../platform/json/json.ts";
import { listedItems } from "../../../platform/text/lists.ts";
import { runSimilarity } from "../../../platform/text/runs.ts";
import { defineCheck, scored } from "../../check.ts";
import { listedIn } from "../../references.ts";
import { skipped, within } from "../../verdicts/outcome.ts";
import { ofReference, tokensOf } from "./reference.ts";

/** Compares lists: the items of a JSON array, bullets, lines, or parts between commas. */
const common = { ...ofReference, tier: 2 } as const;

export const listF1 = defineCheck({
  ...common,
  name: "list_f1",
  title: "List overlap F1",
  description:
    "F1 of the answer's items and those of the reference list as sets, normalised; below 1, `min_similarity` lets items count that are nearly the same.",
  output: scored("0..1; pass ≥ 0.8"),
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

export const rankCorrelation = defineCheck({
  ...common,
  name: "rank_correlation",
  title: "Order agrees with the reference",
  description:
    "Kendall's τ (or Spearman's ρ) between the order of the answer's items and that of the reference list; an item that is missing counts as out of order with every other.",
  severity: "minor",
  output: scored("-1..1; pass ≥ 0.8"),
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

export const repeatConsistency = defineCheck({
  ...common,
  name: "repeat_consistency",
  title: "Same answer on repeated runs",
  description:
    "Mean agreement of the answer with the others of its row, `repeats` of the expected result, or else of its test run: equal (short answers of up to five words), or the words they share (Jaccard).",
  costClass: "medium",
  needs: ["run"],
  output: scored("0..1; pass ≥ 0.8"),
  source: "SelfCheckGPT (Manakul et al. 2023); Azure",
  options: z.strictObject({
    mode: z.enum(["auto", "equal", "words"]).default("auto"),
    threshold: z.number().min(0).max(1).default(0.8),
  }),
  evaluate: (subject, { mode, threshold }) => {
    const given = listedIn(subject.expected, "repeats");
    const others = given.length > 0 ? given : (subject.context.others?.() ?? []);
    if (others.length === 0) return skipped("no other answer is known");
    const own = tokensOf(subject.output, true);
    const agreements = others.slice(-100).map((other) => {
      const words = tokensOf(other, true);
      const isShort = mode === "auto" ? own.length <= 5 && words.length <= 5 : mode === "equal";
      if (isShort) return own.join(" ") === words.join(" ") ? 1 : 0;
      return own.length === 0 && words.length === 0 ? 1 : runSimilarity(own, words, 1);
    });
    const mean = agreements.reduce((sum, each) => sum + each, 0) / agreements.length;
    return within(mean, { min: threshold }, `agreement with ${agreements.length} other answers`);
  },
});

const normal = (text: string) => tokensOf(text, true).join(" ");

function itemsOf(subject: Subject): readonly string[] {
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

function similarity(one: string, other: string): number {
  const longer = Math.max(one.length, other.length);
  return longer === 0 ? 1 : 1 - distance(one.slice(0, 500), other.slice(0, 500)) / longer;
}

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
