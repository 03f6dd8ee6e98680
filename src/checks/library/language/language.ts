import { z } from "zod";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { detectLanguage, letterCount, sameLanguage, withoutBareCode } from "./detect.ts";

const common = {
  version: 1,
  category: "Language and translation",
  judges: "answer",
  needs: [],
  mode: "online",
  finds: "behavior",
  tier: 1,
} as const;

const outputLanguageOf = (subject: Subject) => detectLanguage(subject.text("output").prose);
const inputLanguageOf = (subject: Subject) => detectLanguage(subject.text("input").prose);

export const outputLanguage = defineCheck({
  ...common,
  name: "output_language",
  version: 2,
  title: "Output in the required language",
  description: "The language of the answer, code and links left out, is one of the allowed ones (ISO 639-1 codes).",
  severity: "major",
  costClass: "medium",
  targets: ["output"],
  output: { type: "boolean", rule: "pass when true" },
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

export const languageMatchesInput = defineCheck({
  ...common,
  name: "language_matches_input",
  title: "Answers in the user's language",
  description:
    "The answer is in the language of the last user message; skipped where either is short or another language is requested by name.",
  severity: "major",
  costClass: "medium",
  targets: ["input", "output"],
  output: { type: "boolean", rule: "pass when true" },
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

export const scriptAllowed = defineCheck({
  ...common,
  name: "script_allowed",
  title: "Only allowed scripts",
  description: "Share of the answer's letters that belong to none of the allowed Unicode scripts.",
  severity: "minor",
  costClass: "cheap",
  targets: ["output"],
  output: { type: "score", rule: "0..1; pass ≤ 0.02" },
  source: "language-mixing of multilingual models; Unicode UAX 24",
  options: z.strictObject({
    allowed: z
      .array(z.string().regex(/^[A-Za-z_]+$/))
      .min(1)
      .default(["Latin"]),
    max: z.number().min(0).max(1).default(0.02),
  }),
  evaluate: (subject, { allowed, max }) => {
    const output = subject.text("output");
    const letters = letterCount(output.text);
    if (letters === 0) return skipped("the answer has no letters");
    const strange = [...output.text.matchAll(strangerOf(allowed.join(" ")))];
    const evidence = strange.slice(0, 5).map((match) => output.evidence(match.index, match.index + match[0].length));
    const count = strange.reduce((sum, [run]) => sum + letterCount(run), 0);
    return within(count / letters, { max }, "share of letters of other scripts", evidence);
  },
});

const strangers = new Map<string, RegExp>();

/** Builds a pattern of letters outside the given scripts; letters common to all scripts are inside. */
function strangerOf(scripts: string): RegExp {
  const known = strangers.get(scripts);
  if (known) return known;
  const inside = ["Common", "Inherited", ...scripts.split(" ")].map((script) => `\\p{Script=${script}}`).join("");
  const made = new RegExp(`(?:(?![${inside}])\\p{L})+`, "gu");
  strangers.set(scripts, made);
  return made;
}

const asksForLanguage =
  /\b(?:in|into|to|auf|ins?|en|em|na|po|по)\s*-?(?:english|spanish|french|german|italian|portuguese|dutch|polish|russian|chinese|mandarin|japanese|korean|arabic|hindi|turkish|swedish|latin|greek|hebrew|vietnamese|thai|indonesian|ukrainian|czech|englisch\w*|deutsch\w*|spanisch\w*|französisch\w*|español|inglés|francés|alemán|anglais|français|espagnol|allemand|inglese|italiano|inglês|português)\b|\btranslat\w*|\bübersetz\w*|\btradu\w+|翻译|翻訳|번역|перевед\w*/iu;

const names = new Intl.DisplayNames(["en"], { type: "language" });

function nameOf(language: string): string {
  return names.of(language) ?? language;
}
