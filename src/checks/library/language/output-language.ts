import { defineCheck, property, skipped, z } from "../definition.ts";
import { letterCount, sameLanguage, withoutBareCode } from "./detect.ts";
import { nameOf, outputLanguageOf } from "./language-names.ts";
import { ofLanguage } from "./shared-properties.ts";

export const outputLanguage = defineCheck({
  ...ofLanguage,
  name: "output_language",
  version: 2,
  title: "Output in the required language",
  description: "The language of the answer, code and links left out, is one of the allowed ones (ISO 639-1 codes).",
  severity: "major",
  costClass: "medium",
  source: "IFEval response_language; LangWatch; LLM Guard Language",
  options: z.strictObject({
    allowed: z.array(z.string().min(2)).min(1).default(["en"]),
    min_letters: z.int().positive().default(20),
  }),
  evaluate: (subject, options) => {
    const letters = letterCount(withoutBareCode(subject.text("output").prose.slice(0, 8000)));
    if (letters < options.min_letters) return skipped(`fewer than ${options.min_letters} letters`);
    const language = subject.once(outputLanguageOf);
    if (language === undefined) return skipped("the language cannot be determined");
    const allowed = options.allowed.map((each) => sameLanguage.get(each) ?? each);
    return property(allowed.includes(language), `the answer is in ${nameOf(language)}`);
  },
});
