import { defineCheck, property, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const separatedResponses = defineCheck({
  ...shape,
  name: "separated_responses",
  title: "Several responses, separated",
  description: "The separator cuts the answer into exactly n parts with text, no two the same.",
  source: "IFEval combination:two_responses",
  options: z.strictObject({
    separator: z.string().min(1).max(50).default("******"),
    n: z.int().min(2).max(50).default(2),
  }),
  evaluate: (subject, { separator, n }) => {
    const parts = subject
      .text("output")
      .text.split(separator)
      .map((part) => part.trim());
    const filled = parts.filter((part) => part !== "");
    if (filled.length !== n || filled.length !== parts.length)
      return property(false, `${filled.length} parts with text, ${n} wanted`);
    const different = new Set(filled).size === n;
    return property(different, different ? `${n} parts` : "two parts are the same");
  },
});
