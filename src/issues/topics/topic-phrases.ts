import { stopWords } from "../../platform/text/stop-words.ts";
import type { Topic } from "./topic.ts";

const [ofText, ofTopic, shownAtMost] = [24, 120, 3];
const maxLength = 32;
/** Words of requests that say nothing about their subject. */
const ofRequests = new Set(
  "can't cannot don't didn't doesn't haven't hasn't isn't i'd i'll i'm i've it's let's there's what's where's won't want wanted need needed needs help tell know get got give like make show find could explain able go going way let see say said thing things something hello hi hey thanks thank sure really still yet right bitte danke gracias merci".split(
    " ",
  ),
);
const segmenter = new Intl.Segmenter("en", { granularity: "word" });

/** Returns the words of a text that may name its subject, and pairs of neighbors, each once; pairs first. */
export function phrasesOf(text: string): readonly string[] {
  const words: string[] = [];
  const pairs: string[] = [];
  let before: string | undefined;
  for (const { segment, isWordLike } of segmenter.segment(text.toLowerCase())) {
    if (/^\s+$/.test(segment)) continue;
    const word = isWordLike && isTelling(segment) ? segment : undefined;
    if (word !== undefined) words.push(word);
    if (word !== undefined && before !== undefined && before !== word) pairs.push(`${before} ${word}`);
    before = word;
  }
  const all = [...new Set([...pairs.slice(0, ofText / 2), ...words])];
  return all.filter(({ length }) => length <= maxLength).slice(0, ofText);
}

const isTelling = (word: string) =>
  /^\p{L}[\p{L}\p{M}'’-]*$/u.test(word) &&
  (word.length > 2 || !/^[a-z]+$/.test(word)) &&
  !stopWords.has(word.replace("’", "'")) &&
  !ofRequests.has(word.replace("’", "'"));

/** Counts the phrases of one more text; the rarest and newest are dropped where there are too many. */
export function withPhrases(counts: ReadonlyMap<string, number>, phrases: readonly string[]): Topic["phrases"] {
  const all = new Map(counts);
  for (const phrase of phrases) all.set(phrase, (all.get(phrase) ?? 0) + 1);
  if (all.size <= ofTopic) return all;
  return new Map([...all].toSorted(([, one], [, other]) => other - one).slice(0, ofTopic));
}

/**
 * Returns the phrases that tell a topic from the others: frequent in it and rare elsewhere (TF-IDF over topics), pairs
 * of words before single ones, none with a word of one before it.
 */
export function distinctivePhrases(
  { phrases, size }: Pick<Topic, "phrases" | "size">,
  others: readonly Pick<Topic, "phrases" | "size">[],
): readonly string[] {
  const scored = [...phrases].map(([phrase, count]) => {
    const elsewhere = others.reduce((sum, other) => sum + (other.phrases.get(phrase) ?? 0) / other.size, 0);
    const rarity = Math.log(1 + (others.length + 1) / (1 + elsewhere));
    const isPair = phrase.includes(" ");
    return { phrase, score: (count / size) * rarity * (isPair ? pairWeight : 1) };
  });
  const shown: string[] = [];
  for (const { phrase } of scored.toSorted((one, other) => other.score - one.score)) {
    const known = new Set(shown.flatMap((each) => each.split(" ")));
    if (phrase.split(" ").every((word) => !known.has(word))) shown.push(phrase);
    if (shown.length === shownAtMost) break;
  }
  return shown;
}

const pairWeight = 1.5;
