import { retrievedText } from "../../../datapoints/index.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { grounding } from "./shared-properties.ts";

export const contextTokenCoverage = defineCheck({
  ...grounding,
  name: "context_token_coverage",
  title: "Answer words found in the context",
  description:
    "Share of the answer's words, without stop words and cut to their first five letters, that occur in the context or in tool results: an inexpensive alarm for invented content.",
  severity: "minor",
  output: scored("0..1; pass ≥ 0.6", "higher"),
  source: "K-Precision (Adlakha et al. 2023)",
  options: z.strictObject({ threshold: z.number().min(0).max(1).default(0.6) }),
  evaluate: (subject, { threshold }) => {
    const words = contentWords(subject.text("output").prose);
    if (words.length === 0) return skipped("the answer has no content words");
    const known = new Set(contentWords(subject.once(retrievedText)));
    if (known.size === 0) return skipped("the context is empty");
    return within(
      words.filter((word) => known.has(word)).length / words.length,
      { min: threshold },
      "share of words that occur in the context",
    );
  },
});

function contentWords(text: string): readonly string[] {
  return wordsOf(text.toLowerCase())
    .filter((word) => word.length > 1 && !stopWords.has(word))
    .map((word) => word.slice(0, 5));
}
