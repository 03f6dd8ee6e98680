import type { Subject } from "../../../datapoints/index.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { detectLanguage, letterCount } from "./detect.ts";
import { nameOf, outputLanguageOf } from "./language-names.ts";
import { ofLanguage } from "./shared-properties.ts";

const inputLanguageOf = (subject: Subject) => detectLanguage(subject.text("input").prose);

export const languageMatchesInput = defineCheck({
  ...ofLanguage,
  name: "language_matches_input",
  title: "Answers in the user's language",
  description:
    "The answer is in the language of the last user message; skipped where either is short or another language is requested by name.",
  severity: "major",
  costClass: "medium",
  targets: ["input", "output"],
  source: "LLM Guard LanguageSame; promptfoo",
  options: z.strictObject({
    min_letters: z.int().positive().default(20),
    equal_groups: z.array(z.array(z.string())).default([
      ["da", "nb", "no", "nn"],
      ["id", "ms"],
      ["hr", "sr", "bs"],
      ["cs", "sk"],
      ["gl", "pt"],
    ]),
  }),
  evaluate: (subject, options) => {
    const { prose } = subject.text("input");
    if (letterCount(prose) < options.min_letters || letterCount(subject.text("output").prose) < options.min_letters)
      return skipped(`fewer than ${options.min_letters} letters`);
    if (asksForLanguage.test(prose)) return skipped("the user names a language");
    const [inputLanguage, answerLanguage] = [subject.once(inputLanguageOf), subject.once(outputLanguageOf)];
    if (inputLanguage === undefined || answerLanguage === undefined) return skipped("a language cannot be determined");
    const same =
      inputLanguage === answerLanguage ||
      options.equal_groups.some((group) => group.includes(inputLanguage) && group.includes(answerLanguage));
    return property(same, `request in ${nameOf(inputLanguage)}, answered in ${nameOf(answerLanguage)}`);
  },
});

const asksForLanguage =
  /\b(?:in|into|to|auf|ins?|en|em|na|po|по)\s*-?(?:english|spanish|french|german|italian|portuguese|dutch|polish|russian|chinese|mandarin|japanese|korean|arabic|hindi|turkish|swedish|latin|greek|hebrew|vietnamese|thai|indonesian|ukrainian|czech|englisch\w*|deutsch\w*|spanisch\w*|französisch\w*|español|inglés|francés|alemán|anglais|français|espagnol|allemand|inglese|italiano|inglês|português)\b|\btranslat\w*|\bübersetz\w*|\btradu\w+|翻译|翻訳|번역|перевед\w*/iu;
