import { defineCheck, property, z } from "../definition.ts";
import { shape } from "./shared-properties.ts";

export const wrappedInQuotes = defineCheck({
  ...shape,
  tier: 2,
  name: "wrapped_in_quotes",
  title: "Wrapped in quotation marks",
  description: "The whole answer is between the two signs of one of the pairs.",
  source: "IFEval startend:quotation",
  options: z.strictObject({
    pairs: z
      .array(z.string().regex(/^[^]{2}$/u, "two signs"))
      .min(1)
      .default(["“”", '""', "„“", "«»", "「」"]),
  }),
  evaluate: (subject, { pairs }) => {
    const { trimmed } = subject.text("output");
    const pair = pairs
      .map((each) => Array.from(each))
      .find(([open = "", close = ""]) => trimmed.startsWith(open) && trimmed.endsWith(close));
    return property(
      pair !== undefined && trimmed.length > 2,
      pair ? `is between ${pair.join(" and ")}` : `begins with “${trimmed.slice(0, 10)}”`,
    );
  },
});
