import { distance } from "fastest-levenshtein";
import { defineCheck, scored, within, z } from "../../definition.ts";
import { ofReference, withReferences } from "../reference.ts";

export const levenshteinDistance = defineCheck({
  ...ofReference,
  name: "levenshtein_distance",
  title: "Levenshtein distance to the reference",
  description:
    "Fewest insertions, deletions and replacements of characters that turn the answer into the nearest reference.",
  severity: "minor",
  costClass: "medium",
  output: scored("edits; pass ≤ 20", "lower"),
  source: "Levenshtein 1966; Okareo levenshtein_distance; promptfoo; Phoenix",
  options: z.strictObject({
    max: z.int().nonnegative().default(20),
    max_chars: z.int().positive().max(10_000).default(4000),
  }),
  evaluate: (subject, { max, max_chars: maxChars }) =>
    withReferences(subject, (references) => {
      const cut = (text: string) => text.normalize("NFC").slice(0, maxChars);
      return within(Math.min(...references.map((each) => distance(cut(subject.output), cut(each)))), { max }, "edits");
    }),
});
