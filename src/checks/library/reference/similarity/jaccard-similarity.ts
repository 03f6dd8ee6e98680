import { runSimilarity } from "../../../../platform/text/runs.ts";
import { defineCheck, scored, shareOption, within, z } from "../../definition.ts";
import { ofReference, tokensOf, withReferences } from "../reference.ts";

export const jaccardSimilarity = defineCheck({
  ...ofReference,
  name: "jaccard_similarity",
  title: "Jaccard similarity",
  description:
    "Runs of n normalised words that both texts have, divided by those that either has; the best over references.",
  severity: "minor",
  tier: 2,
  output: scored("0..1; pass ≥ 0.5", "higher"),
  source: "text reuse; Opik",
  options: z.strictObject({ n: z.int().min(1).max(10).default(1), threshold: shareOption(0.5) }),
  evaluate: (subject, { n, threshold }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, true);
      const best = Math.max(...references.map((each) => runSimilarity(output, tokensOf(each, true), n)));
      return within(best, { min: threshold }, "Jaccard similarity");
    }),
});
