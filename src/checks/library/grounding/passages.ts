import { z } from "zod";
import type { Passage } from "../../../datapoints/text/passages.ts";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { member } from "../../../platform/json/json.ts";
import { plainText } from "../../../platform/text/plain.ts";
import { runsOf } from "../../../platform/text/runs.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, passesWhenTrue, scored, usually } from "../../check.ts";
import { referencesOf } from "../../references.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";

/** Checks of retrieved passages, alone and compared with the answer. */
const common = {
  ...usually,
  category: "Retrieval and grounding",
  severity: "minor",
  targets: ["metadata"],
  needs: ["context"],
  tier: 2,
} as const;

const share = (standard: number) => z.number().min(0).max(1).default(standard);
/** Passages are compared by their first thousand words, and at most the first two hundred passages. */
const passageWords = ({ passages }: Subject) =>
  passages.slice(0, 200).map(({ text }) => wordsOf(text.slice(0, 8000).toLowerCase()).slice(0, 1000));

export const contextDuplicateShare = defineCheck({
  ...common,
  name: "context_duplicate_share",
  title: "Duplicate passages",
  description: "Share of the passages that are nearly the same (Jaccard of runs of five words) as one before them.",
  judges: "request",
  costClass: "medium",
  output: scored("0..1; pass ≤ 0.2"),
  source: "diagnostics of retrieval; UpTrain",
  options: z.strictObject({ max: share(0.2), similarity: share(0.8) }),
  evaluate: (subject, { max, similarity }) => {
    const sets = subject
      .once(passageWords)
      .map((words) => new Set(runsOf(words, Math.min(5, Math.max(1, words.length)))));
    if (sets.length < 2) return skipped("there are fewer than two passages");
    const again = sets.filter((one, at) =>
      sets.slice(0, at).some((other) => {
        if (Math.min(one.size, other.size) < similarity * Math.max(one.size, other.size)) return false;
        const shared = one.intersection(other).size;
        return shared > 0 && shared / (one.size + other.size - shared) >= similarity;
      }),
    );
    return within(again.length / sets.length, { max }, "share of passages that came before");
  },
});

export const retrievalScoreFloor = defineCheck({
  ...common,
  name: "retrieval_score_floor",
  title: "Best retrieval score high enough",
  description: "The best passage's score is at least `min_top`, and at least `min_n` passages have `min_score`.",
  judges: "request",
  output: passesWhenTrue,
  source: "practice of vector search",
  options: z.strictObject({
    min_top: z.number().default(0.3),
    min_score: z.number().default(0.2),
    min_n: z.int().positive().default(1),
  }),
  evaluate: ({ passages }, { min_top: minTop, min_score: minScore, min_n: minN }) => {
    const scores = passages.flatMap(({ score }) => score ?? []);
    if (scores.length === 0) return skipped("the passages carry no scores");
    const [top, enough] = [Math.max(...scores), scores.filter((score) => score >= minScore).length];
    return property(top >= minTop && enough >= minN, `the best score is ${top}, ${enough} are ${minScore} and more`);
  },
});

export const answerInContext = defineCheck({
  ...common,
  name: "answer_in_context",
  title: "Reference answer is in the context",
  description:
    "The reference answer, or each of the `facts` of the expected result, occurs in a passage, ignoring case and punctuation: if not, retrieval failed rather than the model.",
  severity: "major",
  judges: "request",
  needs: ["context", "expected"],
  mode: "test run",
  output: passesWhenTrue,
  source: "DPR answer recall; Ragas NonLLMContextRecall",
  options: z.strictObject({ mode: z.enum(["all_facts", "any_fact"]).default("all_facts") }),
  evaluate: ({ passages, expected }, { mode }) => {
    const given = member(expected, "facts");
    const facts = Array.isArray(given)
      ? given.filter((each: unknown) => typeof each === "string")
      : referencesOf(expected);
    if (facts.length === 0) return skipped("the expected result holds neither a reference nor facts");
    const texts = passages.map(({ text }) => ` ${plainText(text)} `);
    const missing = facts.filter((fact) => !texts.some((text) => text.includes(` ${plainText(fact)} `)));
    const holds = mode === "all_facts" ? missing.length === 0 : missing.length < facts.length;
    return property(
      holds,
      missing.length === 0 ? "the context holds it" : `not in the context: ${missing.slice(0, 5).join("; ")}`,
    );
  },
});

export const contextUtilisation = defineCheck({
  ...common,
  name: "context_utilisation",
  title: "Passages actually used",
  description:
    "Share of the passages that the answer cites by number or id, or of which it holds four content words in a row.",
  costClass: "medium",
  targets: ["output", "metadata"],
  output: scored("0..1; pass ≥ 0.2"),
  source: "LangWatch; Opik ContextPrecision",
  options: z.strictObject({ threshold: share(0.2) }),
  evaluate: (subject, { threshold }) => {
    const { passages } = subject;
    if (passages.length === 0) return skipped("the context is empty");
    const output = subject.text("output");
    const own = new Set(runsOf(contentWords(wordsOf(output.prose.toLowerCase())), 4));
    const words = subject.once(passageWords);
    const used = passages.slice(0, 200).filter((passage, at) => {
      const runs = runsOf(contentWords(words[at] ?? []), 4);
      return runs.some((run) => own.has(run)) || isCited(output.text, passage, at + 1);
    });
    return within(used.length / Math.min(200, passages.length), { min: threshold }, "share of passages that are used");
  },
});

export const extractiveDensity = defineCheck({
  ...common,
  name: "extractive_density",
  title: "Copying from the context",
  description: "Share of the answer's words that are in runs of `run` or more words copied from a passage.",
  costClass: "medium",
  targets: ["output"],
  output: scored("0..1; pass ≤ 0.6"),
  source: "extractive fragments (Grusky et al. 2018)",
  options: z.strictObject({ run: z.int().min(2).max(100).default(12), max: share(0.6) }),
  evaluate: (subject, { run, max }) => {
    const words = wordsOf(subject.text("output").prose.toLowerCase());
    if (words.length < run) return skipped(`the answer has fewer than ${run} words`);
    const known = new Set(subject.once(passageWords).flatMap((each) => runsOf(each, run)));
    if (known.size === 0) return skipped("no passage is that long");
    let [copied, until] = [0, 0];
    for (const [at, each] of runsOf(words, run).entries()) {
      if (!known.has(each)) continue;
      copied += at + run - Math.max(at, until);
      until = at + run;
    }
    return within(copied / words.length, { max }, "share of copied words");
  },
});

const contentWords = (words: readonly string[]) => words.filter((word) => word.length > 1 && !stopWords.has(word));

function isCited(text: string, { id }: Passage, number: number): boolean {
  return (
    text.includes(`[${number}]`) ||
    text.includes(`【${number}`) ||
    (id !== undefined && (text.includes(`[${id}]`) || text.includes(`【${id}`)))
  );
}
