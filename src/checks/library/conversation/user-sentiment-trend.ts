import vader from "vader-sentiment";
import type { PreparedText } from "../../../datapoints/index.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { conversationCourse } from "./shared-properties.ts";
import { userTurns } from "./turns.ts";

export const userSentimentTrend = defineCheck({
  ...conversationCourse,
  name: "user_sentiment_trend",
  title: "User's mood over the conversation",
  description:
    "VADER's mean sentiment of the last third of the user's messages less that of the first third; from three messages on, English only.",
  severity: "major",
  costClass: "medium",
  output: scored("-2..2; pass ≥ -0.4", "higher"),
  source: "Hutto & Gilbert 2014; contact-centre analytics",
  options: z.strictObject({ min: z.number().min(-2).max(2).default(-0.4) }),
  evaluate: (subject, { min }) => {
    const turns = subject.once(userTurns);
    if (turns.length < 3) return skipped("the user speaks fewer than three times");
    const words = turns.flatMap(({ text }) => wordsOf(text.slice(0, 2000)));
    if (
      words.filter((word) => /^(?:the|and|to|is|i|you|it|my|a|of|in|that|this|not|me|for|have|do)$/i.test(word))
        .length *
        10 <
      words.length
    )
      return skipped("the user does not write English");
    const third = Math.max(1, Math.floor(turns.length / 3));
    const mood = (some: readonly PreparedText[]) =>
      some.reduce(
        (sum, { text }) => sum + vader.SentimentIntensityAnalyzer.polarity_scores(text.slice(0, 2000)).compound,
        0,
      ) / some.length;
    return within(mood(turns.slice(-third)) - mood(turns.slice(0, third)), { min }, "change of mood");
  },
});
