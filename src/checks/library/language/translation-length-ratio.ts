import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { translation } from "./shared-properties.ts";
import { sourceOf } from "./translation-source.ts";

export const translationLengthRatio = defineCheck({
  ...translation,
  name: "translation_length_ratio",
  title: "Translation length plausible",
  description:
    "Characters of the answer divided by those of the source, and by the ratio that is usual for the pair where one is given (`expected`, such as 0.5 for English to Chinese).",
  severity: "minor",
  needs: ["source"],
  output: scored("ratio; pass in 0.5..2", "neutral"),
  source: "corpus filtering (Bicleaner)",
  options: z.strictObject({
    min: z.number().nonnegative().default(0.5),
    max: z.number().positive().default(2),
    expected: z.number().positive().default(1),
    min_chars: z.int().positive().default(20),
  }),
  evaluate: (subject, { min, max, expected, min_chars: fewest }) => {
    const source = sourceOf(subject).trim();
    if (source.length < fewest) return skipped(`the source has fewer than ${fewest} characters`);
    return within(subject.text("output").trimmed.length / source.length / expected, { min, max }, "ratio of lengths");
  },
});
