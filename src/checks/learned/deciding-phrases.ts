import { fold } from "../../platform/text/fold.ts";
import { wordsOf } from "../../platform/text/words.ts";
import type { LabeledText } from "./learn.ts";
import type { LinearModel } from "./learned-model.ts";
import { gramsOf, weigh } from "./text-grams.ts";

/** A word or a pair of words of the labeled texts. */
export interface DecidingPhrase {
  readonly phrase: string;
  /** Above 0 it speaks for a yes, below 0 against it. */
  readonly weight: number;
  /** Labels whose text contains it. */
  readonly yes: number;
  readonly no: number;
}

const seenAtLeast = 2;

/** Returns the phrases whose n-grams speak most for and most against a yes, the strongest first. */
export function decidingPhrases(
  { grams }: Pick<LinearModel, "grams">,
  labels: readonly LabeledText[],
  limit: number,
): { readonly forYes: readonly DecidingPhrase[]; readonly forNo: readonly DecidingPhrase[] } {
  const counts = new Map<string, { yes: number; no: number }>();
  for (const { text, isYes } of labels)
    for (const phrase of phrasesOf(text)) {
      const count = counts.get(phrase) ?? { yes: 0, no: 0 };
      count[isYes ? "yes" : "no"]++;
      counts.set(phrase, count);
    }
  const weighed = [...counts]
    .filter(([, { yes, no }]) => yes + no >= seenAtLeast)
    .map(([phrase, count]): DecidingPhrase => ({ phrase, weight: weigh(gramsOf(phrase), grams), ...count }))
    .sort((one, other) => other.weight - one.weight || (one.phrase < other.phrase ? -1 : 1));
  return {
    forYes: weighed.filter(({ weight }) => weight > 0).slice(0, limit),
    forNo: weighed
      .filter(({ weight }) => weight < 0)
      .toReversed()
      .slice(0, limit),
  };
}

function phrasesOf(text: string): ReadonlySet<string> {
  const words = wordsOf(fold(text).toLowerCase());
  return new Set([...words, ...words.slice(1).map((word, at) => `${words[at]} ${word}`)]);
}
