import { defineCheck, property, z } from "../definition.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

export const normalizedMatch = defineCheck({
  ...ofReference,
  name: "normalized_match",
  title: "Normalised match",
  description: "The answer equals a reference when case, punctuation, articles and white space do not count.",
  source: "SQuAD exact match (Rajpurkar et al. 2016)",
  options: z.strictObject({ remove_articles: z.boolean().default(true) }),
  evaluate: (subject, { remove_articles: removes }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, removes).join(" ");
      return property(
        references.some((each) => tokensOf(each, removes).join(" ") === output),
        "compared with the reference",
      );
    }),
});
