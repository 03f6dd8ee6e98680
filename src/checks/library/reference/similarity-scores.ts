import { stem } from "../../../platform/text/stem.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { characterF, gleu, jaroWinkler, meteor } from "../../../platform/text/string-metrics.ts";
import { type CodeCheck, defineCheck, scored, shareOption, within, z } from "../definition.ts";
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

export const similarityChecks: readonly CodeCheck[] = similarities.map(
  ({ score, threshold: standard, description, ...definition }) =>
    defineCheck({
      ...ofReference,
      ...definition,
      description: `${description} The best over references.`,
      severity: "minor",
      output: scored(`0..1; pass ≥ ${standard}`, "higher"),
      options: z.strictObject({ threshold: shareOption(standard) }),
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
