import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../../definition.ts";
import { verifiable } from "../shared-properties.ts";

export const uniqueWordShare = defineCheck({
  ...verifiable,
  tier: 2,
  name: "unique_word_share",
  title: "Share of different words",
  description:
    "Different words (ignoring case) divided by all words of the answer; with `unique` no word may occur twice.",
  output: scored("0..1; pass ≥ 0.3", "neutral"),
  source: "IFBench count:unique_word_count; type-token ratio",
  options: z.strictObject({ min: shareOption(0.3), unique: z.boolean().default(false) }),
  evaluate: (subject, { min, unique }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length === 0) return skipped("the answer has no words");
    return within(new Set(words).size / words.length, { min: unique ? 1 : min }, "share of different words");
  },
});
