import { defineCheck, property, z } from "../definition.ts";
import { ofReference, withReferences } from "./reference.ts";

export const exactMatch = defineCheck({
  ...ofReference,
  name: "exact_match",
  title: "Exact match",
  description: "The answer equals a reference after Unicode composition and, by default, trimming.",
  source: "Ragas ExactMatch; OpenAI string_check",
  options: z.strictObject({ trim: z.boolean().default(true), case_sensitive: z.boolean().default(true) }),
  evaluate: (subject, options) =>
    withReferences(subject, (references) => {
      const form = (text: string) => {
        const composed = (options.trim ? text.trim() : text).normalize("NFC");
        return options.case_sensitive ? composed : composed.toLowerCase();
      };
      const output = form(subject.output);
      return property(
        references.some((each) => form(each) === output),
        "compared with the reference",
      );
    }),
});
