import { defineCheck, property, z } from "../definition.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

export const containsReference = defineCheck({
  ...ofReference,
  name: "contains_reference",
  title: "Contains the reference",
  description:
    "A reference occurs in the answer as whole words, both normalised; reversed, the answer occurs in the reference.",
  source: "OpenAI evals Includes; promptfoo contains",
  options: z.strictObject({ reverse: z.boolean().default(false) }),
  evaluate: (subject, { reverse }) =>
    withReferences(subject, (references) => {
      const padded = (text: string) => ` ${tokensOf(text, true).join(" ")} `;
      const output = padded(subject.output);
      const holds = references.some((each) =>
        reverse ? padded(each).includes(output) : output.includes(padded(each)),
      );
      return property(holds, holds ? "the reference occurs" : "the reference does not occur");
    }),
});
