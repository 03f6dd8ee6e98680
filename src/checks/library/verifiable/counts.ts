import { z } from "zod";
import { wholeWordPositions } from "../../../datapoints/text/phrases.ts";
import { runsOf } from "../../../platform/text/runs.ts";
import { stopWords } from "../../../platform/text/stop-words.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored } from "../../check.ts";
import { referencesOf } from "../../references.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { relation, relations, verifiable } from "./verifiable.ts";

const n = (standard: number) => z.int().nonnegative().default(standard);
const share = (standard: number) => z.number().min(0).max(1).default(standard);

export const multipleKeywordCounts = defineCheck({
  ...verifiable,
  tier: 3,
  name: "multiple_keyword_counts",
  title: "Several keywords, exact counts",
  description: "Each keyword occurs in the answer, as whole words in any case, exactly the required number of times.",
  needs: ["config"],
  source: "IFBench count:keywords_multiple",
  options: z.strictObject({ counts: z.record(z.string().min(1).max(200), z.int().nonnegative()).default({}) }),
  evaluate: (subject, { counts }) => {
    const wanted = Object.entries(counts);
    if (wanted.length === 0) return skipped("no keywords are configured");
    const output = subject.text("output");
    const wrong = wanted
      .map(([keyword, count]) => ({ keyword, count, found: wholeWordPositions(output, keyword).length }))
      .filter(({ count, found }) => count !== found);
    return property(
      wrong.length === 0,
      wrong.length === 0
        ? "every keyword occurs the required number of times"
        : wrong.map(({ keyword, count, found }) => `“${keyword}” ${found} times, not ${count}`).join("; "),
    );
  },
});

export const letterFrequency = defineCheck({
  ...verifiable,
  tier: 3,
  name: "letter_frequency",
  title: "Letter frequency",
  description: "The letter occurs in the answer, in any case, the required number of times.",
  needs: ["config"],
  source: "IFEval keywords:letter_frequency",
  options: z.strictObject({ letter: z.string().min(1).max(4).optional(), relation, n: n(1) }),
  evaluate: (subject, { letter, relation, n }) => {
    if (letter === undefined) return skipped("no letter is configured");
    const count = subject.text("output").lower.split(letter.normalize("NFKC").toLowerCase()).length - 1;
    return counted(`“${letter}”`, count, relation, n);
  },
});

export const capitalWordFrequency = defineCheck({
  ...verifiable,
  tier: 3,
  name: "capital_word_frequency",
  title: "Words in capitals",
  description: "Words of two or more letters in all capitals occur in the answer the required number of times.",
  source: "IFEval change_case:capital_word_frequency",
  options: z.strictObject({ relation: relation.default("at_most"), n: n(3) }),
  evaluate: (subject, { relation, n }) => {
    const capitals = wordsOf(subject.text("output").outsideCode).filter(
      (word) => word === word.toUpperCase() && (word.match(/\p{Lu}/gu)?.length ?? 0) > 1,
    );
    return counted("words in capitals", capitals.length, relation, n);
  },
});

export const placeholderSlots = defineCheck({
  ...verifiable,
  tier: 2,
  name: "placeholder_slots",
  title: "Has placeholders to fill",
  description:
    "At least n slots in square brackets, such as `[name]`, for a person to fill in; links and citations do not count.",
  source: "IFEval detectable_content:number_placeholders",
  options: z.strictObject({ n: n(1) }),
  evaluate: (subject, { n }) => {
    const slots = [...subject.text("output").outsideCode.matchAll(/\[(?!\^?\d+\])[^[\]\n]{1,100}\](?![([:])/g)];
    return counted("slots", slots.length, "at_least", n);
  },
});

export const highlightedSections = defineCheck({
  ...verifiable,
  tier: 3,
  name: "highlighted_sections",
  title: "Highlighted sections",
  description: "At least n pieces of the answer are set in `*…*` or `**…**`.",
  source: "IFEval detectable_format:number_highlighted_sections",
  options: z.strictObject({ n: n(1) }),
  evaluate: (subject, { n }) => {
    const marked = subject.text("output").outsideCode.matchAll(/\*\*[^*\n]{1,500}\*\*|(?<!\*)\*[^*\s][^*\n]{0,500}\*/g);
    return counted("highlighted pieces", [...marked].filter(([piece]) => /[^*\s]/.test(piece)).length, "at_least", n);
  },
});

export const stopwordShare = defineCheck({
  ...verifiable,
  tier: 2,
  name: "stopword_share",
  costClass: "medium",
  title: "Share of stop words",
  description:
    "Share of the answer's words that are among the most common of English, German, French, Spanish, Italian, Portuguese or Dutch. A high share carries little information; a very low one is a list of keywords.",
  output: scored("0..1; pass ≤ 0.6"),
  source: "IFBench ratio:stop_words",
  options: z.strictObject({ max: share(0.6), min: share(0) }),
  evaluate: (subject, { min, max }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length === 0) return skipped("the answer has no words");
    const common = words.filter((word) => stopWords.has(word)).length;
    return within(common / words.length, { min, max }, "share of stop words");
  },
});

export const uniqueWordShare = defineCheck({
  ...verifiable,
  tier: 2,
  name: "unique_word_share",
  title: "Share of different words",
  description:
    "Different words (ignoring case) divided by all words of the answer; with `unique` no word may occur twice.",
  output: scored("0..1; pass ≥ 0.3"),
  source: "IFBench count:unique_word_count; type-token ratio",
  options: z.strictObject({ min: share(0.3), unique: z.boolean().default(false) }),
  evaluate: (subject, { min, unique }) => {
    const words = wordsOf(subject.text("output").lower);
    if (words.length === 0) return skipped("the answer has no words");
    return within(new Set(words).size / words.length, { min: unique ? 1 : min }, "share of different words");
  },
});

export const overlapWithReferenceText = defineCheck({
  ...verifiable,
  tier: 3,
  name: "overlap_with_reference_text",
  title: "Required overlap with a text",
  description:
    "Percentage of the answer's runs of n words that occur in the reference text: the target, give or take the tolerance.",
  needs: ["reference"],
  mode: "test run",
  source: "IFBench ratio:overlap",
  options: z.strictObject({
    target: z.number().min(0).max(100).default(50),
    tolerance: z.number().nonnegative().default(2),
    n: z.int().min(1).max(10).default(3),
  }),
  evaluate: (subject, { target, tolerance, n }) => {
    const references = referencesOf(subject.expected);
    if (references.length === 0) return skipped("the expected result holds no reference text");
    const known = new Set(references.flatMap((each) => runsOf(wordsOf(each.toLowerCase()), n)));
    const own = runsOf(wordsOf(subject.text("output").lower), n);
    if (own.length === 0) return skipped(`the answer has fewer than ${n} words`);
    const percent = (100 * own.filter((run) => known.has(run)).length) / own.length;
    return property(
      Math.abs(percent - target) <= tolerance,
      `${percent.toFixed(1)} % of the runs of ${n} words, ${target} % asked`,
    );
  },
});

function counted(what: string, count: number, how: keyof typeof relations, wanted: number) {
  return property(relations[how](count, wanted), `${what}: ${count}, ${how.replace("_", " ")} ${wanted} wanted`);
}
