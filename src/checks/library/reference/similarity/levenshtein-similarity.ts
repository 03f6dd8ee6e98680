import { editSimilarity } from "../../../../platform/json/json-similarity.ts";
import { defineCheck, scored, shareOption, within, z } from "../../definition.ts";
import { ofReference, withReferences } from "../reference.ts";

export const levenshteinSimilarity = defineCheck({
  ...ofReference,
  name: "levenshtein_similarity",
  title: "Normalised edit similarity",
  description: "1 minus the edit distance divided by the longer length; the best over references.",
  severity: "minor",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.8", "higher"),
  source: "autoevals Levenshtein; Ragas NonLLMStringSimilarity",
  options: z.strictObject({ threshold: shareOption(0.8) }),
  evaluate: (subject, { threshold }) =>
    withReferences(subject, (references) =>
      within(
        Math.max(...references.map((each) => editSimilarity(subject.output, each))),
        { min: threshold },
        "edit similarity",
      ),
    ),
});
