import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { detectLanguage, letterCount } from "./detect.ts";
import { ofLocale } from "./shared-properties.ts";

export const mixedLanguageShare = defineCheck({
  ...ofLocale,
  name: "mixed_language_share",
  title: "Foreign-language sentences",
  description:
    "Share of the answer's sentences of 25 or more letters, at most 50 of them, that are in another language than most.",
  costClass: "medium",
  output: scored("0..1; pass ≤ 0.1", "lower"),
  source: "language-mixing of multilingual models",
  options: z.strictObject({ max: z.number().min(0).max(1).default(0.1) }),
  evaluate: (subject, { max }) => {
    const output = subject.text("output");
    const detected = output.sentences
      .filter((sentence) => letterCount(sentence) >= 25)
      .slice(0, 50)
      .flatMap((sentence) => {
        const language = detectLanguage(sentence);
        return language === undefined ? [] : [{ sentence, language }];
      });
    if (detected.length < 2) return skipped("there are fewer than two sentences whose language can be determined");
    const byLanguage = [...Map.groupBy(detected, ({ language }) => language)].sort(
      ([, one], [, other]) => other.length - one.length,
    );
    const [main] = byLanguage[0] ?? [];
    const strange = detected.filter(({ language }) => language !== main);
    const evidence = strange.slice(0, 5).flatMap(({ sentence }) => {
      const at = output.text.indexOf(sentence);
      return at === -1 ? [] : [output.evidence(at, at + sentence.length)];
    });
    return within(strange.length / detected.length, { max }, `share of sentences that are not in ${main}`, evidence);
  },
});
