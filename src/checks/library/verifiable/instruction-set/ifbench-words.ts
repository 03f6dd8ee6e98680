import { stopWords } from "../../../../platform/text/stop-words.ts";
import { syllablesOf } from "../../../../platform/text/syllables.ts";
import {
  countWords,
  type Follows,
  numberOf,
  occurrences,
  plainWords,
  sentences,
  splitWords,
  stripped,
  textOf,
  tokens,
  withoutPunctuation,
} from "./instruction-text.ts";

const pronouns = new Set(
  "i me we us you he him she her it they them my mine our ours your yours his hers its their theirs myself ourselves yourself yourselves himself herself itself themselves this that these those who whom whose which what whoever whomever whatever whichever anybody anyone anything everybody everyone everything nobody nothing somebody someone something each either neither both all some any none".split(
    " ",
  ),
);

const names =
  "Emma Liam Sophia Jackson Olivia Noah Ava Lucas Isabella Mason Mia Ethan Charlotte Alexander Amelia Benjamin Harper Leo Zoe Daniel Chloe Samuel Lily Matthew Grace Owen Abigail Gabriel Ella Jacob Scarlett Nathan Victoria Elijah Layla Nicholas Audrey David Hannah Christopher Penelope Thomas Nora Andrew Aria Joseph Claire Ryan Stella Jonathan".split(
    " ",
  );

const conjunctions = new Set(["and", "but", "for", "nor", "or", "so", "yet"]);

const isPrime = (n: number) =>
  n > 1 && Array.from({ length: Math.floor(Math.sqrt(n)) }, (_, at) => at + 1).every((d) => d === 1 || n % d !== 0);

const endingWith = (sentence: string, mark: string) => sentence.endsWith(mark);

const trigrams = (text: string) => {
  const words = text.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? [];
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(" ")));
};

/** Word and sentence instructions of IFBench (Pyatkin et al. 2025), by id. */
export const ifbenchWords: Readonly<Record<string, Follows>> = {
  "count:word_count_range": (text, given) =>
    countWords(text) >= numberOf(given, "min_words") && countWords(text) <= numberOf(given, "max_words"),
  "count:unique_word_count": (text, given) =>
    new Set(splitWords(text.toLowerCase()).map(stripped)).size >= numberOf(given, "N"),
  "count:conjunctions": (text, given) =>
    new Set(splitWords(text).filter((word) => conjunctions.has(stripped(word).toLowerCase()))).size >=
    numberOf(given, "small_n"),
  "count:person_names": (text, given) =>
    names.filter((name) => new RegExp(`\\b${name}\\b`).test(text)).length >= numberOf(given, "N"),
  "count:numbers": (text, given) => (withoutPunctuation(text).match(/\d+/g)?.length ?? 0) === numberOf(given, "N"),
  "count:pronouns": (text, given) =>
    (
      text
        .toLowerCase()
        .replaceAll("/", " ")
        .match(/\p{L}+/gu) ?? []
    ).filter((word) => pronouns.has(word)).length >= numberOf(given, "N"),
  "count:punctuation": (text) =>
    /!\?|\?!|‽/.test(text) &&
    [".", ",", "!", "?", ";", ":"].every((sign) => text.replace(text.includes("?!") ? "?!" : "!?", "").includes(sign)),
  "count:keywords_multiple": (text, given) =>
    [1, 2, 3, 5, 7].every((count, at) => occurrences(text, textOf(given, `keyword${at + 1}`)) === count),
  "count:words_japanese": (text, given) =>
    splitWords(text).every(
      (word, at) =>
        (at + 1) % Math.max(1, numberOf(given, "N", 1)) !== 0 ||
        stripped(word) === "" ||
        /^\d+$/.test(stripped(word)) ||
        /[\u3040-\u30ff\u4e00-\u9fff]/.test(word),
    ),
  "ratio:stop_words": (text, given) => {
    const all = tokens(text.toLowerCase());
    return (
      all.length > 0 &&
      (all.filter((word) => stopWords.has(word)).length / countWords(text)) * 100 <= numberOf(given, "percentage")
    );
  },
  "ratio:sentence_type": (text) => {
    const all = sentences(text);
    return (
      all.filter((each) => endingWith(each, ".")).length === 2 * all.filter((each) => endingWith(each, "?")).length
    );
  },
  "ratio:sentence_balance": (text) => {
    const all = sentences(text);
    const [declared, asking, called] = [".", "?", "!"].map(
      (mark) => all.filter((each) => endingWith(each, mark)).length,
    );
    return declared === asking && asking === called;
  },
  "ratio:sentence_words": (text) => {
    const all = sentences(text);
    const words = plainWords(all.join(" "));
    return (
      all.length === 3 && all.every((each) => each.length === all[0]?.length) && new Set(words).size === words.length
    );
  },
  "ratio:overlap": (text, given) => {
    const [own, reference] = [trigrams(text), trigrams(textOf(given, "reference_text"))];
    const share = own.size === 0 ? -100 : (own.intersection(reference).size / own.size) * 100;
    return Math.abs(share - numberOf(given, "percentage")) <= 2;
  },
  "words:alphabet": (text) => {
    const words = plainWords(text);
    return (
      words.length > 0 &&
      words.every(
        (word, at) =>
          /^[a-z]/.test(word) &&
          (at === 0 || word.charCodeAt(0) - 97 === ((words[at - 1] ?? "a").charCodeAt(0) - 97 + 1) % 26),
      )
    );
  },
  "words:vowel": (text) =>
    text.trim().split("\n").length === 1 && new Set(text.toLowerCase().match(/[aeiou]/g)).size <= 3,
  "words:consonants": (text) => splitWords(text.toLowerCase()).every((word) => /[bcdfghjklmnpqrstvwxyz]{2}/.test(word)),
  "words:palindrome": (text) =>
    plainWords(text).filter((word) => word.length >= 5 && word === Array.from(word).toReversed().join("")).length >= 10,
  "words:prime_lengths": (text) =>
    splitWords(withoutPunctuation(text)).every((word) => isPrime(Array.from(word).length)),
  "words:repeats": (text, given) =>
    [...Map.groupBy(plainWords(text), (word) => word).values()].every(
      (each) => each.length <= numberOf(given, "small_n"),
    ),
  "words:no_consecutive": (text) => plainWords(text).every((word, at, all) => at === 0 || word[0] !== all[at - 1]?.[0]),
  "words:odd_even_syllables": (text) => {
    const parity = plainWords(text).map((word) => syllablesOf(word, "en") % 2);
    return parity.every((each, at) => at === 0 || each !== parity[at - 1]);
  },
  "words:last_first": (text) => {
    const all = sentences(text);
    return all.every(
      (sentence, at) =>
        at === 0 ||
        (splitWords(stripped(all[at - 1] ?? "")).at(-1) ?? "").toLowerCase() ===
          (splitWords(stripped(sentence))[0] ?? " ").toLowerCase(),
    );
  },
  "words:paragraph_last_first": (text) =>
    text.split("\n").every((paragraph) => {
      const words = splitWords(stripped(paragraph.trim().toLowerCase()));
      return words[0] === words.at(-1);
    }),
  "words:keywords_specific_position": (text, given) =>
    tokens(sentences(text)[numberOf(given, "n", 1) - 1] ?? "")[numberOf(given, "m", 1) - 1]?.toLowerCase() ===
    textOf(given, "keyword").toLowerCase(),
  "words:words_position": (text, given) => {
    const all = tokens(text).map((word) => word.toLowerCase());
    return all.length > 1 && all[1] === textOf(given, "keyword").toLowerCase() && all.at(-2) === all[1];
  },
  "sentence:keyword": (text, given) =>
    occurrences(sentences(text)[numberOf(given, "N", 1) - 1] ?? "", textOf(given, "word")) > 0,
  "sentence:increment": (text, given) => {
    const counts = sentences(text).map((each) => splitWords(withoutPunctuation(each)).length);
    return counts.every((count, at) => at === 0 || count === (counts[at - 1] ?? 0) + numberOf(given, "small_n"));
  },
  "sentence:alliteration_increment": (text) => {
    const runs = sentences(text).map((sentence) => alliterations(splitWords(sentence.toLowerCase())));
    return runs.every((run, at) => at === 0 || run > (runs[at - 1] ?? 0));
  },
};

/** Counts words that share their first letter with a neighbor, each run as a whole. */
function alliterations(words: readonly string[]): number {
  const firsts = words.map((word) => withoutPunctuation(word)[0] ?? "").filter((letter) => letter !== "");
  let count = 0;
  let inRun = false;
  for (let at = 0; at + 1 < firsts.length; at++) {
    const same = firsts[at] === firsts[at + 1];
    if (same) count += inRun ? 1 : 2;
    inRun = same;
  }
  return count;
}
