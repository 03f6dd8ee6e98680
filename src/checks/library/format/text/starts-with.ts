import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { caser } from "./phrase-options.ts";

export const startsWith = defineCheck({
  ...format,
  name: "starts_with",
  title: "Starts with",
  description: "The answer, without white space around it, starts with one of the prefixes.",
  severity: "minor",
  source: "promptfoo starts-with",
  options: z.strictObject({
    prefixes: z.array(z.string().min(1)).default([]),
    case_sensitive: z.boolean().default(true),
  }),
  evaluate: (subject, options) => {
    if (options.prefixes.length === 0) return skipped("no prefixes are configured");
    const cased = caser(options.case_sensitive);
    const text = cased(subject.text("output").trimmed);
    const prefix = options.prefixes.find((each) => text.startsWith(cased(each)));
    return property(
      prefix !== undefined,
      prefix === undefined ? `starts with “${text.slice(0, 40)}”` : `starts with “${prefix}”`,
    );
  },
});
