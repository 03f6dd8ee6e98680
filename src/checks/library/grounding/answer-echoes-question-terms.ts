import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, shareOption, skipped, within, z } from "../definition.ts";
import { coverage } from "./shared-properties.ts";

export const answerEchoesQuestionTerms = defineCheck({
  ...coverage,
  name: "answer_echoes_question_terms",
  title: "Answer is about the question",
  description:
    "Share of the question's words, without stop words and cut to their first six letters, that occur in an answer of `min_words` or more words: an inexpensive alarm for off-topic answers.",
  needs: [],
  targets: ["input", "output"],
  output: scored("0..1; pass ≥ 0.2", "neutral"),
  source: "lexical stand-in for relevance (LLM Guard Relevance)",
  options: z.strictObject({ threshold: shareOption(0.2), min_words: z.int().positive().default(15) }),
  evaluate: (subject, { threshold, min_words: minWords }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length < minWords) return skipped(`the answer has fewer than ${minWords} words`);
    const questionTerms = new Set(meaning(wordsOf(subject.text("input").lower).slice(0, 500)));
    if (questionTerms.size < 3) return skipped("the question has fewer than three words that mean something");
    const answerTerms = new Set(meaning(words));
    return within(
      questionTerms.intersection(answerTerms).size / questionTerms.size,
      { min: threshold },
      "share of the question's words in the answer",
    );
  },
});

const meaning = (words: readonly string[]) =>
  words.filter((word) => word.length > 2 && !stopWords.has(word)).map((word) => word.slice(0, 6));
