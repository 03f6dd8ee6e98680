import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { phraseOptions, rangesOf } from "./phrase-options.ts";

export const containsNone = defineCheck({
  ...format,
  name: "contains_none",
  title: "Forbidden phrases absent",
  description: "None of the configured phrases occurs in the answer.",
  severity: "major",
  source: "IFEval forbidden_words; LLM Guard BanSubstrings",
  options: z.strictObject({ ...phraseOptions, whole_word: z.boolean().default(true) }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const ranges = options.phrases.flatMap((phrase) => rangesOf(subject.text("output"), phrase, options));
    const explanation =
      ranges.length === 0
        ? "no forbidden phrase occurs"
        : `forbidden: ${[...new Set(ranges.map(({ text }) => text))].join(", ")}`;
    return property(ranges.length === 0, explanation, ranges);
  },
});
