import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { citationsIn } from "./citation-styles.ts";
import { coverage } from "./shared-properties.ts";

export const citationCoverage = defineCheck({
  ...coverage,
  name: "citation_coverage",
  title: "Share of sentences with a citation",
  description:
    "Share of the answer's statements of `min_words` and more words that hold a citation, or end before one.",
  costClass: "medium",
  output: scored("0..1; pass ≥ 0.7", "higher"),
  source: "ALCE (Gao et al. 2023); LangWatch",
  options: z.strictObject({ threshold: shareOption(0.7), min_words: z.int().positive().default(8) }),
  evaluate: (subject, { threshold, min_words: minWords }) => {
    // A citation after the end mark belongs to the sentence before it.
    const text = subject
      .text("output")
      .outsideCode.replace(/([.!?])(\s?(?:\[\^?\d{1,3}\]|【[^】\n]{1,80}】)+)/g, "$2$1");
    const sentences = text
      .split(/(?<=[.!?。！？])\s+|\n+/)
      .filter((each) => wordsOf(each).length >= minWords && !/\?\s*$/.test(each));
    if (sentences.length === 0) return skipped(`the answer states nothing in ${minWords} words and more`);
    const cited = sentences.filter((sentence) => citationsIn(sentence, "any") > 0).length;
    return within(cited / sentences.length, { min: threshold }, `share of ${sentences.length} statements that cite`);
  },
});
