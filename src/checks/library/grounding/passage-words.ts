import type { Subject } from "../../../datapoints/index.ts";
import { wordsOf } from "../../../platform/text/words.ts";

/** Passages are compared by their first thousand words, and at most the first two hundred passages. */
export const passageWords = ({ passages }: Subject) =>
  passages.slice(0, 200).map(({ text }) => wordsOf(text.slice(0, 8000).toLowerCase()).slice(0, 1000));
