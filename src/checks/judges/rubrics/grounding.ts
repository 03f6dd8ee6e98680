import { z } from "zod";
import type { JudgeOptions } from "../judge.ts";
import { type Common, items, levels, shareOfYes, yesNo } from "../prompt/rubric.ts";

const common: Common = {
  category: "Retrieval and grounding",
  fields: ["input", "output", "context"],
  needs: ["context"],
  severity: "critical",
  pack: "grounding",
};
const alone: Common = {
  category: "Retrieval and grounding",
  fields: ["input", "output", "context"],
  needs: ["context"],
};
const retrieval: Common = {
  ...alone,
  fields: ["input", "context", "expected"],
  judges: "texts",
  needs: ["context", "reference"],
  mode: "test run",
};

/** Returns the average precision over the first `k` passages in retrieval order. */
function averagePrecision(labels: readonly string[], options: JudgeOptions): number | undefined {
  let relevant = 0;
  const precisions = labels
    .slice(0, Number(options["k"]))
    .flatMap((label, index) => (label === "yes" ? [++relevant / (index + 1)] : []));
  if (labels.length === 0) return undefined;
  return precisions.length === 0 ? 0 : precisions.reduce((sum, one) => sum + one, 0) / precisions.length;
}

/** Returns 0 instead of undefined if there is no statement to count. */
const shareOrNothing = (labels: readonly string[]) => shareOfYes(labels) ?? 0;

/** Judge checks of retrieval and of answers based on it. */
export const grounding = [
  items(
    common,
    {
      items: "claims of the answer that could be checked",
      labels: {
        yes: "the context, or a fact the user gave, supports it: quote the words that do",
        no: "nothing there supports it",
        unclear: "it is no claim of fact (a greeting, an offer, an opinion marked as one)",
      },
      score: shareOfYes,
      quoted: { label: "yes", from: "context", otherwise: "no" },
    },
    0.8,
    {
      name: "faithfulness",
      title: "Faithful to the context",
      criterion:
        "The share of the answer's claims that the retrieved context supports. A claim counts as supported only with a quote from the context that says it.",
      source: "Ragas Faithfulness; DeepEval; Phoenix; TruLens; Azure Groundedness",
      gate: ({ passages }) => (passages.length === 0 ? "the recorded context is empty" : undefined),
    },
  ),
  yesNo(common, false, {
    name: "hallucination_vs_context",
    title: "Contradicts the context",
    criterion:
      "True when at least one claim of the answer cannot be true if the context is. A claim that the context merely does not mention does not count.",
    source: "DeepEval Hallucination; Vectara HHEM; Phoenix",
  }),
  items(
    { ...common, severity: "major", judges: "texts" },
    {
      items: "passages of the context, by their number and in their order",
      labels: { yes: "at least one statement of it helps to answer the question", no: "nothing in it does" },
      score: shareOfYes,
    },
    0.5,
    {
      name: "context_relevance",
      title: "Passages relevant to the question",
      criterion: "The share of retrieved passages that hold something of use for the question.",
      source: "Ragas ContextRelevance; Phoenix DOCUMENT_RELEVANCE; TruLens",
    },
  ),
  items(
    retrieval,
    {
      items: "passages of the context, by their number, in exactly their order",
      labels: { yes: "it is of use for arriving at the reference answer", no: "it is not" },
      score: averagePrecision,
    },
    0.7,
    {
      name: "context_precision",
      title: "Relevant passages ranked first",
      criterion:
        "Whether the passages that lead to the reference answer stand before those that do not (average precision over the order of retrieval).",
      options: { k: z.int().positive().max(100).default(10) },
      source: "Ragas ContextPrecision; DeepEval ContextualPrecision",
    },
  ),
  items(
    retrieval,
    {
      items: "claims of the reference",
      labels: { yes: "some passage of the context supports it", no: "none does" },
      score: shareOfYes,
    },
    0.8,
    {
      name: "context_recall",
      title: "Context covers the reference",
      criterion: "The share of the reference's claims that the retrieved context supports.",
      source: "Ragas ContextRecall; DeepEval ContextualRecall",
    },
  ),
  yesNo(common, true, {
    name: "abstains_when_unanswerable",
    title: "Says so when the context lacks the answer",
    criterion:
      "Passes when the answer says what information is missing, or keeps to the part that the context holds. Fails when it fills the gap from elsewhere.",
    appliesWhen: "the context does not hold all that the question needs",
    source: "SQuAD2; RGB negative rejection; FACTS",
  }),
  items(
    { ...alone, pack: "grounding", fields: ["input", "output"], needs: [] },
    {
      items: "statements of the answer; none if it does not take up the question at all",
      labels: {
        yes: "it bears on the question",
        no: "it does not",
        unclear: "a courtesy or a link between statements",
      },
      score: shareOrNothing,
    },
    0.7,
    {
      name: "answer_relevance",
      title: "Answers the question",
      criterion:
        "The share of the answer's statements that bear on what was asked; nothing where the question is not answered. Whether they are true is not asked here.",
      source: "Ragas AnswerRelevancy; DeepEval; TruLens; Azure Relevance",
    },
  ),
  levels(
    { ...alone, fields: ["input"], needs: [] },
    { 1: "another question altogether", 3: "the same topic, another or much vaguer question", 5: "the same question" },
    {
      name: "reverse_qa_quality",
      title: "Question can be recovered from the answer",
      criterion:
        "Somebody who saw the answer alone wrote down the question it seems to answer: it stands in the block other-answer. Rates how well it matches the true request. Low for answers that are vague or beside the point.",
      firstStep: {
        fields: ["output"],
        ask: "You are given an answer and nothing else. Write, as `result`, the one question that it most likely answers.",
        shownAs: "the question recovered from the answer",
      },
      severity: "minor",
      source: "Okareo reverse_qa_quality; Ragas AnswerRelevancy",
    },
  ),
  yesNo({ ...common, severity: "major", judges: "texts", tier: 2 }, true, {
    name: "context_sufficiency",
    title: "Context enough to answer",
    criterion:
      "Passes when the passages alone hold all that a full answer to the question needs. The answer that was given does not matter.",
    source: "Sufficient Context (Joren 2024); UpTrain; MLflow RetrievalSufficiency",
  }),
  items(
    { ...alone, pack: "grounding", tier: 2 },
    {
      items: "sentences of the answer that cite a passage",
      labels: { yes: "the cited passage alone says it", no: "it does not, or there is no such passage" },
      score: shareOfYes,
    },
    0.9,
    {
      name: "citation_supports_claim",
      title: "Cited passage supports the sentence",
      criterion: "The share of sentences with a citation whose cited passage, taken alone, bears them out.",
      source: "ALCE citation precision; promptfoo citation-faithfulness",
    },
  ),
  yesNo({ ...alone, severity: "minor", tier: 2 }, true, {
    name: "conflicting_sources_disclosed",
    title: "Conflict between sources disclosed",
    criterion:
      "Passes when the answer tells of the disagreement, or decides by a rule that it states (the newer one, the official one).",
    appliesWhen: "passages of the context disagree on what is asked",
    source: "RGB counterfactual; WikiContradict",
  }),
  yesNo({ ...alone, severity: "minor", tier: 2 }, true, {
    name: "source_recency_respected",
    title: "Uses the newest valid source",
    criterion: "Passes when the answer goes by the newest passage that is valid at the time the question is about.",
    appliesWhen: "dated passages of the context disagree",
    source: "FreshQA; RAG operations",
  }),
  levels(
    { ...alone, severity: "minor", tier: 2 },
    {
      1: "takes one passage where several are needed",
      3: "links some, leaves a step out",
      5: "links all the facts that the question needs",
    },
    {
      name: "multi_passage_synthesis",
      title: "Combines passages when needed",
      criterion: "Rates whether the answer brings together the facts that lie in different passages.",
      appliesWhen: "the question needs facts from more than one passage",
      source: "MuSiQue; RGB integration",
    },
  ),
  yesNo({ ...alone, tier: 2 }, false, {
    name: "ungrounded_attributes",
    title: "Infers traits of a person without evidence",
    criterion:
      "True when the answer says of a person what they feel, intend, believe, suffer from or belong to, and the given text does not show it.",
    source: "Azure UngroundedAttributes",
  }),
  items(
    {
      ...alone,
      fields: ["input", "output", "context", "expected"],
      needs: ["context", "reference"],
      mode: "test run",
      tier: 2,
    },
    {
      items: "claims of the answer",
      labels: {
        misled: "wrong by the reference, and taken from a passage that has nothing to do with the question",
        other: "right, or wrong for another reason",
      },
      // Expressed as the share that is not misled, because higher scores are better everywhere.
      score: (labels) =>
        labels.length === 0 ? undefined : labels.filter((label) => label === "other").length / labels.length,
    },
    0.8,
    {
      name: "noise_sensitivity",
      title: "Not misled by irrelevant passages",
      criterion: "The share of the answer's claims that are not errors taken over from irrelevant passages.",
      source: "Ragas NoiseSensitivity; RGB",
    },
  ),
];
