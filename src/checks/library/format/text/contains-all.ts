import { defineCheck, property, skipped, z } from "../../definition.ts";
import { format } from "../shared-properties.ts";
import { phraseOptions, rangesOf } from "./phrase-options.ts";

export const containsAll = defineCheck({
  ...format,
  name: "contains_all",
  title: "Contains all phrases",
  description: "Every configured phrase occurs in the answer.",
  severity: "major",
  needs: ["config"],
  source: "promptfoo contains-all; IFEval keywords:existence",
  options: z.strictObject({ ...phraseOptions, whole_word: z.boolean().default(false) }),
  evaluate: (subject, options) => {
    if (options.phrases.length === 0) return skipped("no phrases are configured");
    const missing = options.phrases.filter((phrase) => rangesOf(subject.text("output"), phrase, options).length === 0);
    return property(
      missing.length === 0,
      missing.length === 0 ? "every phrase occurs" : `missing: ${missing.join(", ")}`,
    );
  },
});
