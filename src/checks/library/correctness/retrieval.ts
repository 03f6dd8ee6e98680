import type { Outcome, Subject } from "../../../datapoints/index.ts";
import { isJsonObject, member } from "../../../platform/json/json.ts";
import { listedIn } from "../../references.ts";
import { defineCheck, scored, shareOption, skipped, usually, within, z } from "../definition.ts";

const common = {
  ...usually,
  category: "Answer correctness",
  severity: "major",
  judges: "request",
  targets: ["metadata"],
  needs: ["expected", "context"],
  mode: "test run",
} as const;

const k = z.int().positive().default(5);

export const retrievalPrecisionAtK = defineCheck({
  ...common,
  name: "retrieval_precision_at_k",
  title: "Precision@k",
  description: "Relevant passages among the first k retrieved, divided by k.",
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "Okareo retrieval metrics; trec_eval",
  options: z.strictObject({ k, threshold: shareOption(0.5) }),
  evaluate: (subject, { k, threshold }) =>
    withRanking(subject, (hits) => within(countIn(hits, k) / k, { min: threshold }, `precision at ${k}`)),
});

export const retrievalRecallAtK = defineCheck({
  ...common,
  name: "retrieval_recall_at_k",
  title: "Recall@k",
  description: "Relevant passages among the first k retrieved, divided by all that are relevant.",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "Okareo retrieval metrics; Ragas IDBasedContextRecall",
  options: z.strictObject({ k, threshold: shareOption(0.8) }),
  evaluate: (subject, { k, threshold }) =>
    withRanking(subject, (hits, relevant) => within(countIn(hits, k) / relevant, { min: threshold }, `recall at ${k}`)),
});

export const retrievalMrr = defineCheck({
  ...common,
  name: "retrieval_mrr",
  title: "Reciprocal rank",
  description: "One divided by the rank of the first relevant passage, 0 where none is; its mean over rows is the MRR.",
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "Okareo MRR",
  options: z.strictObject({ threshold: shareOption(0.5) }),
  evaluate: (subject, { threshold }) =>
    withRanking(subject, (hits) => {
      const rank = hits.indexOf(true) + 1;
      return within(rank === 0 ? 0 : 1 / rank, { min: threshold }, "reciprocal rank");
    }),
});

export const retrievalNdcg = defineCheck({
  ...common,
  name: "retrieval_ndcg",
  title: "nDCG@k",
  description:
    "Gain of the first k retrieved passages, (2^grade − 1) / log2(rank + 1), divided by that of the best order. Grades are `relevance` of the expected result, `{id: grade}`; ids that are only listed have grade 1.",
  tier: 2,
  output: scored("0..1; pass ≥ 0.7", "higher"),
  source: "Järvelin & Kekäläinen 2002; BEIR; Azure",
  options: z.strictObject({ k: k.default(10), threshold: shareOption(0.7) }),
  evaluate: (subject, { k, threshold }) => {
    const grades = gradesOf(subject);
    const best = gainOf([...grades.values()].sort((one, other) => other - one).slice(0, k));
    if (best === 0) return skipped("the expected result grades no passage");
    const ids = subject.passages.map(({ id }) => id);
    if (ids.length > 0 && ids.every((id) => id === undefined)) return skipped("the passages carry no ids");
    const seen = new Set<string>();
    const gains = ids
      .slice(0, k)
      .map((id) => (id !== undefined && seen.size < seen.add(id).size ? (grades.get(id) ?? 0) : 0));
    return within(gainOf(gains) / best, { min: threshold }, `nDCG at ${k}`);
  },
});

export const retrievalAveragePrecision = defineCheck({
  ...common,
  name: "retrieval_average_precision",
  title: "Average precision",
  description:
    "Precision at the rank of each relevant passage among the first k, summed and divided by all that are relevant; its mean over rows is the MAP.",
  severity: "minor",
  tier: 2,
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "Okareo MAP; trec_eval",
  options: z.strictObject({ k: k.default(100), threshold: shareOption(0.5) }),
  evaluate: (subject, { k, threshold }) =>
    withRanking(subject, (hits, relevant) => {
      const sum = hits.slice(0, k).reduce((total, hit, at) => total + (hit ? countIn(hits, at + 1) / (at + 1) : 0), 0);
      return within(sum / relevant, { min: threshold }, "average precision");
    }),
});

const gainOf = (grades: readonly number[]) =>
  grades.reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0);

function gradesOf({ expected }: Subject): ReadonlyMap<string, number> {
  const graded = member(expected, "relevance");
  if (isJsonObject(graded))
    return new Map(
      Object.entries(graded).flatMap(([id, grade]) =>
        typeof grade === "number" ? [[id, Math.min(20, Math.max(0, grade))]] : [],
      ),
    );
  return new Map(listedIn(expected, "relevant_ids", "relevant", "ids", "reference").map((id) => [id, 1]));
}

/** Evaluates which of the retrieved ids, in their order, are relevant, and how many relevant ones exist. */
function withRanking(subject: Subject, judge: (hits: readonly boolean[], relevant: number) => Outcome): Outcome {
  const relevant = new Set(listedIn(subject.expected, "relevant_ids", "relevant", "ids", "reference"));
  if (relevant.size === 0) return skipped("the expected result lists no relevant ids");
  const ids = subject.passages.map(({ id }) => id);
  if (ids.length > 0 && ids.every((id) => id === undefined)) return skipped("the passages carry no ids");
  const seen = new Set<string>();
  const hits = ids.map((id) => id !== undefined && relevant.has(id) && seen.size < seen.add(id).size);
  return judge(hits, relevant.size);
}

function countIn(hits: readonly boolean[], k: number): number {
  return hits.slice(0, k).filter((hit) => hit).length;
}
