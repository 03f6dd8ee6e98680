import { type Generator, pick } from "./generator.ts";
import { inCaseOf } from "./word-change.ts";

const pairs = [
  ["I am", "I'm"],
  ["you are", "you're"],
  ["we are", "we're"],
  ["they are", "they're"],
  ["it is", "it's"],
  ["that is", "that's"],
  ["what is", "what's"],
  ["where is", "where's"],
  ["who is", "who's"],
  ["how is", "how's"],
  ["there is", "there's"],
  ["do not", "don't"],
  ["does not", "doesn't"],
  ["did not", "didn't"],
  ["is not", "isn't"],
  ["are not", "aren't"],
  ["was not", "wasn't"],
  ["were not", "weren't"],
  ["have not", "haven't"],
  ["has not", "hasn't"],
  ["had not", "hadn't"],
  ["cannot", "can't"],
  ["could not", "couldn't"],
  ["should not", "shouldn't"],
  ["would not", "wouldn't"],
  ["will not", "won't"],
  ["I have", "I've"],
  ["we have", "we've"],
  ["you have", "you've"],
  ["I will", "I'll"],
  ["you will", "you'll"],
  ["we will", "we'll"],
  ["I would", "I'd"],
  ["let us", "let's"],
] as const;

const forms = pairs.flatMap(([long, short]) => [
  { from: wholeWords(long), to: short },
  { from: wholeWords(short), to: long },
]);

/** English only; other languages have no matches. */
export const contractions: Generator = {
  type: "COMMON_CONTRACTIONS",
  description: "Contracts or spells out one common English contraction (do not, don't)",
  keepsResult: true,
  vary(text, { draw }) {
    const found = forms.flatMap(({ from, to }) =>
      [...text.matchAll(from)].map((match) => ({ at: match.index, was: match[0], to: inCaseOf(match[0], to) })),
    );
    const chosen = pick(found, draw);
    return chosen && text.slice(0, chosen.at) + chosen.to + text.slice(chosen.at + chosen.was.length);
  },
};

function wholeWords(text: string): RegExp {
  const pattern = text.replaceAll("'", "['’]").replaceAll(" ", "\\s+");
  return new RegExp(`(?<![\\p{L}'’])${pattern}(?![\\p{L}'’])`, "giu");
}
