import type { PreparedText } from "../../../datapoints/index.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defect, defineCheck, passesWhenFalse, skipped, z } from "../definition.ts";
import { userReaction } from "./shared-properties.ts";
import { rangeOf, userTurns } from "./turns.ts";

export const userRepeatsRequest = defineCheck({
  ...userReaction,
  name: "user_repeats_request",
  title: "User repeats the question",
  description:
    "A user message repeats one of the `lookback` messages before it (Jaccard similarity of their words without stop words): a sign of an unanswered request.",
  costClass: "medium",
  output: passesWhenFalse,
  source: "support analytics; Phoenix USER_FRICTION",
  options: z.strictObject({
    similarity: z.number().min(0).max(1).default(0.7),
    lookback: z.int().positive().max(20).default(3),
  }),
  evaluate: (subject, { similarity, lookback }) => {
    const turns = subject.once(userTurns).map((turn) => ({ turn, words: meaningOf(turn) }));
    if (turns.length < 2) return skipped("the user speaks only once");
    for (const [at, { turn, words }] of turns.entries()) {
      if (wordsOf(turn.text).length < 4) continue;
      const earlier = turns.slice(Math.max(0, at - lookback), at);
      const again = earlier.find(
        (each) => wordsOf(each.turn.text).length >= 4 && jaccard(each.words, words) >= similarity,
      );
      if (again) return defect(true, `“${turn.trimmed.slice(0, 100)}” is repeated`, rangeOf(subject, turn.trimmed));
    }
    return defect(false, "no message is repeated");
  },
});

function meaningOf(turn: PreparedText): ReadonlySet<string> {
  return new Set(wordsOf(turn.lower).filter((word) => !stopWords.has(word)));
}

function jaccard(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  const all = one.size + other.size - shared;
  return all === 0 ? 0 : shared / all;
}
