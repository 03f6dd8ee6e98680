import { distance } from "fastest-levenshtein";
import { z } from "zod";
import { member } from "../../../platform/json/json.ts";
import { runSimilarity } from "../../../platform/text/runs.ts";
import { stem } from "../../../platform/text/stem.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { characterF, gleu, jaroWinkler, meteor } from "../../../platform/text/string-metrics.ts";
import { type CodeCheck, defineCheck, scored } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

/** A similarity score of two texts: higher is more similar, and the best score over references counts. */
interface Similarity {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly source: string;
  readonly threshold: number;
  readonly costClass: "cheap" | "medium";
  readonly tier: 2 | 3;
  readonly score: (output: string, reference: string) => number;
}

const words = (text: string) => tokensOf(text, false).slice(0, 2000);

const similarities: readonly Similarity[] = [
  {
    name: "tfidf_cosine_similarity",
    title: "Cosine similarity of terms",
    description: "Cosine of the two texts' terms, counted on a log scale, without stop words.",
    source: "Salton & Buckley 1988; Opik heuristics",
    threshold: 0.5,
    costClass: "cheap",
    tier: 2,
    score: cosine,
  },
  {
    name: "jaro_winkler_similarity",
    title: "Jaro-Winkler similarity",
    description:
      "Jaro similarity with a bonus of 0.1 for each of the first four characters in common: for names and short texts, of the first 100 characters.",
    source: "Winkler 1990; Ragas",
    threshold: 0.9,
    costClass: "cheap",
    tier: 3,
    score: (output, reference) => jaroWinkler(output.trim().slice(0, 100), reference.trim().slice(0, 100)),
  },
  {
    name: "gleu_score",
    title: "GLEU",
    description:
      "The lower of precision and recall of the runs of one to four words, pooled: steadier than BLEU on single sentences.",
    source: "Wu et al. 2016; Azure; promptfoo gleu",
    threshold: 0.2,
    costClass: "medium",
    tier: 3,
    score: (output, reference) => gleu(words(output), words(reference)),
  },
  {
    name: "meteor_score",
    title: "METEOR (stem)",
    description:
      "Words aligned by form and by English stem, F-measure with α 0.9, less a penalty for pieces (γ 0.5, β 3). Without synonyms.",
    source: "Banerjee & Lavie 2005; Azure; promptfoo meteor",
    threshold: 0.5,
    costClass: "medium",
    tier: 3,
    score: (output, reference) => meteor(words(output), words(reference), stem),
  },
  {
    name: "chrf_score",
    title: "chrF",
    description:
      "F-measure (β 2) of the runs of one to six characters, ignoring white space, of the first 8,000 characters.",
    source: "Popović 2015; Ragas CHRF; WMT",
    threshold: 0.4,
    costClass: "medium",
    tier: 3,
    score: (output, reference) => characterF(output.slice(0, 8000), reference.slice(0, 8000)),
  },
];

const threshold = (standard: number) => z.number().min(0).max(1).default(standard);

export const similarityChecks: readonly CodeCheck[] = similarities.map(
  ({ score, threshold: standard, description, ...definition }) =>
    defineCheck({
      ...ofReference,
      ...definition,
      description: `${description} The best over references.`,
      severity: "minor",
      output: scored(`0..1; pass ≥ ${standard}`),
      options: z.strictObject({ threshold: threshold(standard) }),
      evaluate: (subject, { threshold }) =>
        withReferences(subject, (references) =>
          within(
            Math.max(...references.map((each) => score(subject.output, each))),
            { min: threshold },
            definition.title,
          ),
        ),
    }),
);

export const jaccardSimilarity = defineCheck({
  ...ofReference,
  name: "jaccard_similarity",
  title: "Jaccard similarity",
  description:
    "Runs of n normalised words that both texts have, divided by those that either has; the best over references.",
  severity: "minor",
  tier: 2,
  output: scored("0..1; pass ≥ 0.5"),
  source: "text reuse; Opik",
  options: z.strictObject({ n: z.int().min(1).max(10).default(1), threshold: threshold(0.5) }),
  evaluate: (subject, { n, threshold }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, true);
      const best = Math.max(...references.map((each) => runSimilarity(output, tokensOf(each, true), n)));
      return within(best, { min: threshold }, "Jaccard similarity");
    }),
});

export const wordErrorRate = defineCheck({
  ...ofReference,
  name: "word_error_rate",
  title: "Word error rate",
  description:
    "Substitutions, insertions and deletions that turn the nearest reference into the answer, divided by its words (or characters): normalised, of the first 2,000.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  output: scored("rate; pass ≤ 0.2"),
  source: "evaluation of speech recognition; Okareo voice",
  options: z.strictObject({
    unit: z.enum(["word", "char"]).default("word"),
    max: z.number().nonnegative().default(0.2),
  }),
  evaluate: (subject, { unit, max }) =>
    withReferences(subject, (references) =>
      within(
        Math.min(...references.map((each) => errorRate(subject.output, each, unit))),
        { max },
        `error rate of ${unit}s`,
      ),
    ),
});

export const baselineChange = defineCheck({
  ...ofReference,
  name: "baseline_change",
  title: "Changed against a baseline run",
  description:
    "1 minus the word error rate against `baseline` of the expected result, the answer of an earlier run: a sign that something changed, not that it is worse.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  needs: ["expected"],
  output: scored("0..1; pass ≥ 0.7"),
  source: "promptfoo; Okareo comparison of runs",
  options: z.strictObject({ threshold: threshold(0.7) }),
  evaluate: (subject, { threshold }) => {
    const baseline = member(subject.expected, "baseline");
    if (typeof baseline !== "string") return skipped("the expected result holds no baseline");
    return within(
      Math.max(0, 1 - errorRate(subject.output, baseline, "word")),
      { min: threshold },
      "similarity to the baseline",
    );
  },
});

export const levenshteinDistanceInput = defineCheck({
  ...ofReference,
  name: "levenshtein_distance_input",
  title: "Levenshtein distance to the input",
  description:
    "Edits of characters between the user's message and the answer: for tasks that must change little, or something. Of the first 4,000 characters of both.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  needs: [],
  mode: "online",
  targets: ["input", "output"],
  output: scored("edits; pass ≥ 0"),
  source: "Okareo levenshtein_distance_input",
  options: z.strictObject({ min: z.int().nonnegative().default(0), max: z.int().nonnegative().optional() }),
  evaluate: (subject, bounds) => {
    if (subject.input === "") return skipped("there is no user message");
    const cut = (text: string) => text.normalize("NFC").slice(0, 4000);
    return within(distance(cut(subject.input), cut(subject.output)), bounds, "edits");
  },
});

/**
 * Returns edits per unit of the reference. Words are mapped to single characters, so that one algorithm counts
 * both.
 */
function errorRate(output: string, reference: string, unit: "word" | "char"): number {
  const cut = (text: string) =>
    (unit === "word" ? tokensOf(text, false) : Array.from(tokensOf(text, false).join(" "))).slice(0, 2000);
  const [own, given] = [cut(output), cut(reference)];
  if (given.length === 0) return own.length === 0 ? 0 : 1;
  const numbers = new Map<string, number>();
  const coded = (units: readonly string[]) =>
    units
      .map((each) => {
        const known = numbers.get(each) ?? numbers.size + 0x100;
        numbers.set(each, known);
        return String.fromCharCode(known);
      })
      .join("");
  return distance(coded(own), coded(given)) / given.length;
}

function cosine(one: string, other: string): number {
  const [left, right] = [weights(one), weights(other)];
  let dot = 0;
  for (const [term, weight] of left) dot += weight * (right.get(term) ?? 0);
  const length = (terms: ReadonlyMap<string, number>) =>
    Math.sqrt(terms.values().reduce((sum, weight) => sum + weight * weight, 0));
  const product = length(left) * length(right);
  return product === 0 ? 0 : Math.min(1, dot / product);
}

function weights(text: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokensOf(text, true)) if (!stopWords.has(token)) counts.set(token, (counts.get(token) ?? 0) + 1);
  return new Map([...counts].map(([term, count]) => [term, 1 + Math.log(count)]));
}
