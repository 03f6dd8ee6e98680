import { defineCheck, scored, within, z } from "../definition.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

export const tokenF1 = defineCheck({
  ...ofReference,
  name: "token_f1",
  title: "Token F1",
  description:
    "F1 (or precision, or recall) of the normalised tokens of answer and reference as multisets, the best over references.",
  output: scored("0..1; pass ≥ 0.6", "higher"),
  source: "SQuAD F1 (Rajpurkar et al. 2016); HELM",
  options: z.strictObject({
    threshold: z.number().min(0).max(1).default(0.6),
    metric: z.enum(["f1", "precision", "recall"]).default("f1"),
  }),
  evaluate: (subject, { threshold, metric }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, true);
      const best = Math.max(...references.map((each) => overlap(output, tokensOf(each, true))[metric]));
      return within(best, { min: threshold }, `token ${metric}`);
    }),
});

function overlap(output: readonly string[], reference: readonly string[]) {
  const left = Map.groupBy(reference, (token) => token);
  const shared = output.filter((token) => left.get(token)?.pop() !== undefined).length;
  const precision = output.length === 0 ? 0 : shared / output.length;
  const recall = reference.length === 0 ? 0 : shared / reference.length;
  if (output.length === 0 && reference.length === 0) return { precision: 1, recall: 1, f1: 1 };
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}
