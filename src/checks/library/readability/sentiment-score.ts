import vader from "vader-sentiment";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { readability } from "./shared-properties.ts";

export const sentimentScore = defineCheck({
  ...readability,
  name: "sentiment_score",
  title: "Sentiment in range",
  description: "VADER's compound sentiment of the text, from -1 to 1; English only.",
  costClass: "expensive",
  judges: "texts",
  targets: ["output", "input"],
  output: scored("-1..1; pass in -0.3..1", "neutral"),
  source: "Hutto & Gilbert 2014; Opik Sentiment; LLM Guard Sentiment",
  options: z.strictObject({
    min: z.number().min(-1).max(1).default(-0.3),
    max: z.number().min(-1).max(1).default(1),
    target: z.enum(["output", "input"]).default("output"),
  }),
  evaluate: (subject, { min, max, target }) => {
    const { prose } = subject.text(target);
    const words = wordsOf(prose.slice(0, 8192));
    if (words.length < 2) return skipped("there are no words");
    if (!isEnglish(words)) return skipped("the text is not English");
    return within(
      vader.SentimentIntensityAnalyzer.polarity_scores(prose.slice(0, 8192)).compound,
      { min, max },
      "sentiment",
    );
  },
});

/** Returns whether one word in ten is among the most common, or a short text of plain letters has one. */
function isEnglish(words: readonly string[]): boolean {
  const common = words.filter((word) =>
    /^(?:the|and|of|to|is|in|that|it|you|for|with|are|this|was|on|as|be|or|at|from|by|i|my|your|we|a|an|not|so|very|have|has|will|can|do|your|am)$/i.test(
      word,
    ),
  ).length;
  return common * 10 >= words.length && common > 0;
}
