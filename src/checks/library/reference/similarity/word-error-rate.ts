import { defineCheck, scored, within, z } from "../../definition.ts";
import { errorRate } from "../error-rate.ts";
import { ofReference, withReferences } from "../reference.ts";

export const wordErrorRate = defineCheck({
  ...ofReference,
  name: "word_error_rate",
  title: "Word error rate",
  description:
    "Substitutions, insertions and deletions that turn the nearest reference into the answer, divided by its words (or characters): normalised, of the first 2,000.",
  severity: "minor",
  costClass: "medium",
  tier: 2,
  output: scored("rate; pass ≤ 0.2", "lower"),
  source: "evaluation of speech recognition; Okareo voice",
  options: z.strictObject({
    unit: z.enum(["word", "char"]).default("word"),
    max: z.number().nonnegative().default(0.2),
  }),
  evaluate: (subject, { unit, max }) =>
    withReferences(subject, (references) =>
      within(
        Math.min(...references.map((each) => errorRate(subject.output, each, unit))),
        { max },
        `error rate of ${unit}s`,
      ),
    ),
});
