import { stopWords } from "../../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../../definition.ts";
import { verifiable } from "../shared-properties.ts";

export const stopwordShare = defineCheck({
  ...verifiable,
  tier: 2,
  name: "stopword_share",
  costClass: "medium",
  title: "Share of stop words",
  description:
    "Share of the answer's words that are among the most common of English, German, French, Spanish, Italian, Portuguese or Dutch. A high share carries little information; a very low one is a list of keywords.",
  output: scored("0..1; pass ≤ 0.6", "neutral"),
  source: "IFBench ratio:stop_words",
  options: z.strictObject({ max: shareOption(0.6), min: shareOption(0) }),
  evaluate: (subject, { min, max }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length === 0) return skipped("the answer has no words");
    const common = words.filter((word) => stopWords.has(word)).length;
    return within(common / words.length, { min, max }, "share of stop words");
  },
});
