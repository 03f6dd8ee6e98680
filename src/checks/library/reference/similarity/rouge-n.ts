import { runsOf } from "../../../../platform/text/runs.ts";
import { defineCheck, scored, shareOption, within, z } from "../../definition.ts";
import { beta, counted, fMeasure, rougeTokens, shared, total } from "../ngrams.ts";
import { ofReference, withReferences } from "../reference.ts";

export const rougeN = defineCheck({
  ...ofReference,
  name: "rouge_n",
  title: "ROUGE-N",
  description:
    "F-measure of the runs of n words that answer and reference share, lower case and by default stemmed; the best over references.",
  severity: "minor",
  output: scored("0..1; pass ≥ 0.3", "higher"),
  source: "Lin 2004; rouge-score; Ragas; promptfoo rouge-n",
  options: z.strictObject({
    n: z.int().min(1).max(4).default(1),
    beta,
    stem: z.boolean().default(true),
    threshold: shareOption(0.3),
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
