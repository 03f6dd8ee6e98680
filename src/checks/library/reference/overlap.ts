import { z } from "zod";
import { runsOf } from "../../../platform/text/runs.ts";
import { stem } from "../../../platform/text/stem.ts";
import { defineCheck, scored } from "../../check.ts";
import { within } from "../../verdicts/outcome.ts";
import { ofReference, withReferences } from "./reference.ts";

const threshold = (standard: number) => z.number().min(0).max(1).default(standard);
const beta = z.number().positive().max(10).default(1);

export const rougeN = defineCheck({
  ...ofReference,
  name: "rouge_n",
  title: "ROUGE-N",
  description:
    "F-measure of the runs of n words that answer and reference share, lower case and by default stemmed; the best over references.",
  severity: "minor",
  output: scored("0..1; pass ≥ 0.3"),
  source: "Lin 2004; rouge-score; Ragas; promptfoo rouge-n",
  options: z.strictObject({
    n: z.int().min(1).max(4).default(1),
    beta,
    stem: z.boolean().default(true),
    threshold: threshold(0.3),
  }),
  evaluate: (subject, options) =>
    withReferences(subject, (references) => {
      const output = rougeTokens(subject.output, options.stem);
      const best = Math.max(
        ...references.map((reference) => {
          const given = counted(runsOf(rougeTokens(reference, options.stem), options.n));
          const own = counted(runsOf(output, options.n));
          return fMeasure(shared(own, given), total(own), total(given), options.beta);
        }),
      );
      return within(best, { min: options.threshold }, `ROUGE-${options.n}`);
    }),
});

export const rougeL = defineCheck({
  ...ofReference,
  name: "rouge_l",
  title: "ROUGE-L",
  description:
    "F-measure of the longest common subsequence of words of answer and reference; the best over references.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.3"),
  source: "Lin 2004; Ragas; HELM",
  options: z.strictObject({ beta, threshold: threshold(0.3), max_tokens: z.int().positive().max(2000).default(600) }),
  evaluate: (subject, { beta, threshold, max_tokens: maxTokens }) =>
    withReferences(subject, (references) => {
      const output = rougeTokens(subject.output, true).slice(0, maxTokens);
      const best = Math.max(
        ...references.map((each) => {
          const given = rougeTokens(each, true).slice(0, maxTokens);
          return fMeasure(longestCommon(output, given), output.length, given.length, beta);
        }),
      );
      return within(best, { min: threshold }, "ROUGE-L");
    }),
});

export const bleuScore = defineCheck({
  ...ofReference,
  name: "bleu_score",
  title: "BLEU",
  description:
    "Sentence BLEU of the answer against all references: geometric mean of the clipped precisions of runs of one to n words, with add-one smoothing above one and a penalty for brevity.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.2"),
  source: "Papineni et al. 2002; Lin & Och 2004; Okareo corpus_BLEU",
  options: z.strictObject({
    max_n: z.int().min(1).max(6).default(4),
    smoothing: z.enum(["add1", "none"]).default("add1"),
    threshold: threshold(0.2),
  }),
  evaluate: (subject, { max_n: maxN, smoothing, threshold }) =>
    withReferences(subject, (references) => {
      const output = bleuTokens(subject.output);
      return within(bleu(output, references.map(bleuTokens), maxN, smoothing === "add1"), { min: threshold }, "BLEU");
    }),
});

/** Returns lower-case runs of letters and digits, split as rouge-score does; longer ones stemmed. */
function rougeTokens(text: string, stems: boolean): readonly string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return stems ? words.map((word) => (word.length > 3 ? stem(word) : word)) : words;
}

/** Returns words and punctuation signs in their original case. */
function bleuTokens(text: string): readonly string[] {
  return text.normalize("NFKC").match(/[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)?|[^\s\p{L}\p{N}\p{M}]/gu) ?? [];
}

function bleu(
  output: readonly string[],
  references: readonly (readonly string[])[],
  maxN: number,
  smooths: boolean,
): number {
  if (output.length === 0) return 0;
  let logarithms = 0;
  for (let n = 1; n <= maxN; n++) {
    const own = counted(runsOf(output, n));
    const most = new Map<number, number>();
    for (const reference of references)
      for (const [run, count] of counted(runsOf(reference, n))) most.set(run, Math.max(most.get(run) ?? 0, count));
    const extra = smooths && n > 1 ? 1 : 0;
    const [hits, all] = [shared(own, most) + extra, total(own) + extra];
    if (hits === 0 || all === 0) return 0;
    logarithms += Math.log(hits / all) / maxN;
  }
  const closest = references.reduce((best, each) => {
    const [one, other] = [Math.abs(each.length - output.length), Math.abs(best - output.length)];
    return one < other || (one === other && each.length < best) ? each.length : best;
  }, Infinity);
  const penalty = output.length >= closest ? 1 : Math.exp(1 - closest / output.length);
  return penalty * Math.exp(logarithms);
}

function counted(runs: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(run, (counts.get(run) ?? 0) + 1);
  return counts;
}

const total = (counts: ReadonlyMap<number, number>) => counts.values().reduce((sum, count) => sum + count, 0);

function shared(own: ReadonlyMap<number, number>, given: ReadonlyMap<number, number>): number {
  let sum = 0;
  for (const [run, count] of own) sum += Math.min(count, given.get(run) ?? 0);
  return sum;
}

function fMeasure(hits: number, own: number, given: number, beta: number): number {
  if (own === 0 && given === 0) return 1;
  if (hits === 0) return 0;
  const [precision, recall] = [hits / own, hits / given];
  return ((1 + beta * beta) * precision * recall) / (recall + beta * beta * precision);
}

/** Returns the length of the longest common subsequence, in O(n·m) with one row. */
function longestCommon(one: readonly string[], other: readonly string[]): number {
  const row = new Uint16Array(other.length + 1);
  for (const word of one) {
    let diagonal = 0;
    for (let at = 1; at <= other.length; at++) {
      const above = row[at] ?? 0;
      row[at] = other[at - 1] === word ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0);
      diagonal = above;
    }
  }
  return row[other.length] ?? 0;
}
