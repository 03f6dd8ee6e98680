import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { translation } from "./shared-properties.ts";
import { sourceOf } from "./translation-source.ts";

export const translationUntranslatedShare = defineCheck({
  ...translation,
  name: "translation_untranslated_share",
  title: "Untranslated text left",
  description:
    "Share of the source's words of four or more lower-case letters (except names, numbers and those of `keep`) that occur unchanged in the answer.",
  needs: ["source"],
  output: scored("0..1; pass ≤ 0.2", "lower"),
  source: "MQM untranslated",
  options: z.strictObject({ max: shareOption(0.2), keep: z.array(z.string()).default([]) }),
  evaluate: (subject, { max, keep }) => {
    const untranslatable = new Set(keep.flatMap((each) => wordsOf(each.toLowerCase())));
    const words = new Set(
      wordsOf(sourceOf(subject)).filter((word) => /^[\p{Ll}\p{Lo}]{4,}$/u.test(word) && !untranslatable.has(word)),
    );
    if (words.size < 3) return skipped("the source has fewer than three words to translate");
    const output = new Set(wordsOf(subject.text("output").text.toLowerCase()));
    const same = [...words].filter((word) => output.has(word));
    const outcome = within(same.length / words.size, { max }, "share of words left as they were");
    return outcome.kind === "failed"
      ? { ...outcome, explanation: `${outcome.explanation}: ${same.slice(0, 5).join(", ")}` }
      : outcome;
  },
});
