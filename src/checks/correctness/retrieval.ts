import { z } from "zod";
import { defineCheck, scored, usually } from "../../domain/check.ts";
import { skipped, within } from "../../domain/outcome.ts";
import { listedIn } from "../../domain/references.ts";
import type { Subject } from "../../domain/subject.ts";
import type { Outcome } from "../../domain/verdict.ts";

/** What retrieval returned, in its order, held against the ids that are relevant. */
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
const threshold = (standard: number) => z.number().min(0).max(1).default(standard);

export const retrievalPrecisionAtK = defineCheck({
  ...common,
  name: "retrieval_precision_at_k",
  title: "Precision@k",
  description: "Relevant passages among the first k retrieved, divided by k.",
  output: scored("0..1; pass ≥ 0.5"),
  source: "Okareo retrieval metrics; trec_eval",
  options: z.strictObject({ k, threshold: threshold(0.5) }),
  evaluate: (subject, { k, threshold }) =>
    withRanking(subject, (hits) => within(countIn(hits, k) / k, { min: threshold }, `precision at ${k}`)),
});

export const retrievalRecallAtK = defineCheck({
  ...common,
  name: "retrieval_recall_at_k",
  title: "Recall@k",
  description: "Relevant passages among the first k retrieved, divided by all that are relevant.",
  output: scored("0..1; pass ≥ 0.8"),
  source: "Okareo retrieval metrics; Ragas IDBasedContextRecall",
  options: z.strictObject({ k, threshold: threshold(0.8) }),
  evaluate: (subject, { k, threshold }) =>
    withRanking(subject, (hits, relevant) => within(countIn(hits, k) / relevant, { min: threshold }, `recall at ${k}`)),
});

export const retrievalMrr = defineCheck({
  ...common,
  name: "retrieval_mrr",
  title: "Reciprocal rank",
  description: "One divided by the rank of the first relevant passage, 0 where none is; its mean over rows is the MRR.",
  output: scored("0..1; pass ≥ 0.5"),
  source: "Okareo MRR",
  options: z.strictObject({ threshold: threshold(0.5) }),
  evaluate: (subject, { threshold }) =>
    withRanking(subject, (hits) => {
      const rank = hits.indexOf(true) + 1;
      return within(rank === 0 ? 0 : 1 / rank, { min: threshold }, "reciprocal rank");
    }),
});

/** For each retrieved id, in its order, whether it is relevant; and how many are relevant. */
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
