import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { phraseOptions, rangesOf } from "./phrase-options.ts";

export const containsAny = defineCheck({
  ...format,
  name: "contains_any",
  title: "Contains at least n phrases",
  description: "At least `min` of the configured phrases occur in the answer.",
  severity: "minor",
  needs: ["config"],
  source: "promptfoo contains-any",
  options: z.strictObject({
    ...phraseOptions,
    min: z.int().positive().default(1),
    whole_word: z.boolean().default(false),
  }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const ranges = options.phrases
      .map((phrase) => rangesOf(subject.text("output"), phrase, options))
      .filter((each) => each.length > 0);
    const evidence = ranges.flatMap((each) => each.slice(0, 1));
    return property(
      ranges.length >= options.min,
      `${ranges.length} of ${options.phrases.length} phrases occur`,
      evidence,
    );
  },
});
