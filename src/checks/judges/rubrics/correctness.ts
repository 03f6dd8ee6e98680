import { z } from "zod";
import type { JudgeOptions } from "../judge.ts";
import { type Common, classes, embedding, items, pairwise, yesNo } from "../prompt/rubric.ts";

const common: Common = {
  category: "Answer correctness",
  fields: ["input", "output", "expected"],
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
};

/**
 * Returns the F-beta of claims: `both` are right, `only_answer` wrong or unrequested, `only_reference`
 * missing; `beta` > 1 weights missing claims more.
 */
function claimF(labels: readonly string[], options: JudgeOptions): number | undefined {
  const count = (wanted: string) => labels.filter((label) => label === wanted).length;
  const [both, wrong, missing] = [count("both"), count("only_answer"), count("only_reference")];
  const weight = Number(options["beta"]) ** 2;
  const all = (1 + weight) * both + wrong + weight * missing;
  return all === 0 ? undefined : ((1 + weight) * both) / all;
}

/** Judge checks of correctness, against a reference or by solving the question first. */
export const correctness = [
  embedding(
    { category: "Reference similarity", fields: ["output", "expected"], needs: ["reference"], mode: "test run" },
    0.8,
    {
      name: "embedding_similarity",
      title: "Embedding similarity",
      criterion:
        "The cosine of the vectors of answer and reference, by the embeddings model of the judge's provider (text-embedding-3-small, gemini-embedding-001, or the one that `model` names). Skipped where the provider offers none.",
      options: { model: z.string().max(200).default("") },
      source: "promptfoo similar; autoevals EmbeddingSimilarity; Ragas SemanticSimilarity",
    },
  ),
  classes(
    common,
    {
      same: { means: "it says the same as the reference", score: 1 },
      immaterial: { means: "it differs only in what does not matter for the question", score: 1 },
      superset: { means: "it says all of the reference and more, and nothing against it", score: 0.6 },
      subset: { means: "it says part of the reference and nothing against it", score: 0.4 },
      contradiction: { means: "it says something against the reference", score: 0 },
    },
    0.6,
    {
      name: "factuality_vs_reference",
      title: "Factual agreement with the reference",
      criterion:
        "How the facts of the answer relate to those of the expert's answer in the reference. Style, order and punctuation do not count.",
      source: "OpenAI fact.yaml; autoevals Factuality",
    },
  ),
  items(
    common,
    {
      items: "claims made by the answer or by the reference, each once",
      labels: {
        both: "the answer makes it and the reference supports it",
        only_answer: "the answer makes it and the reference does not support it",
        only_reference: "the reference makes it and the answer lacks it",
      },
      score: claimF,
    },
    0.7,
    {
      name: "answer_correctness",
      title: "Answer correct vs reference",
      criterion:
        "How far the claims of the answer and those of the reference are the same: what is wrong and what is missing both count, and are named.",
      options: { beta: z.number().positive().max(10).default(1) },
      source: "Ragas FactualCorrectness; Azure QA",
    },
  ),
  yesNo({ ...common, fields: ["input", "output"], needs: [], mode: "online sampled" }, true, {
    name: "correctness_without_reference",
    title: "Answer correct",
    criterion:
      "Work the question out yourself first, then compare. Passes when the answer's key facts and its result are right. Fails on a wrong key fact or result, and on “I cannot tell” where the question has a definite answer.",
    source: "Phoenix CORRECTNESS; MLflow Correctness; Arize QA",
  }),
  pairwise(
    { ...common, severity: "major", fields: ["input", "output", "baseline"], needs: ["expected"] },
    {
      name: "pairwise_preference",
      title: "Better than the baseline answer",
      criterion:
        "Which of the two answers serves the request better: more right, more complete, closer to what was asked. Length, polish and the order of the answers do not count. The other answer comes from `expected.baseline`; the question is put twice with the answers swapped.",
      source: "MT-Bench; autoevals Battle; LLMBar",
    },
  ),
  yesNo({ ...common, severity: "major", tier: 2 }, true, {
    name: "semantic_equivalence",
    title: "Means the same as the reference",
    criterion:
      "Passes when, for the purpose of the question, each of answer and reference follows from the other. Style, order and detail without weight are ignored.",
    source: "SemScore; MLflow Equivalence; Opik",
  }),
];
