import { z } from "zod";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import { member } from "../../../platform/json/json.ts";
import { numbersOf } from "../../../platform/text/numbers.ts";
import { wordsOf } from "../../../platform/text/words.ts";
import { defineCheck, scored, usually } from "../../check.ts";
import { skipped, within } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Language and translation",
  severity: "major",
  targets: ["input", "output"],
  tier: 2,
} as const;

const threshold = (standard: number) => z.number().min(0).max(1).default(standard);

export const translationNumbersPreserved = defineCheck({
  ...common,
  name: "translation_numbers_preserved",
  title: "Numbers survive translation",
  description:
    "Share of the source's numbers that occur in the answer as often, also written differently or spelled out (one to ten, in seven languages).",
  needs: ["source"],
  output: scored("0..1; pass ≥ 1"),
  source: "LISA QA model; MQM omission",
  options: z.strictObject({ threshold: threshold(1) }),
  evaluate: (subject, { threshold }) => {
    const wanted = numbersOf(sourceOf(subject)).map(({ value }) => Math.abs(value));
    if (wanted.length === 0) return skipped("the source holds no number");
    const output = subject.text("output");
    const found = [...numbersOf(output.text).map(({ value }) => Math.abs(value)), ...spelledOut(output.lower)];
    const left = Map.groupBy(found, (value) => value);
    const lost = wanted.filter((value) => left.get(value)?.pop() === undefined);
    const outcome = within(1 - lost.length / wanted.length, { min: threshold }, "share of numbers preserved");
    return outcome.kind === "failed" ? { ...outcome, explanation: `lost: ${lost.slice(0, 10).join(", ")}` } : outcome;
  },
});

export const translationUntranslatedShare = defineCheck({
  ...common,
  name: "translation_untranslated_share",
  title: "Untranslated text left",
  description:
    "Share of the source's words of four or more lower-case letters (except names, numbers and those of `keep`) that occur unchanged in the answer.",
  needs: ["source"],
  output: scored("0..1; pass ≤ 0.2"),
  source: "MQM untranslated",
  options: z.strictObject({ max: threshold(0.2), keep: z.array(z.string()).default([]) }),
  evaluate: (subject, { max, keep }) => {
    const untranslatable = new Set(keep.flatMap((each) => wordsOf(each.toLowerCase())));
    const words = new Set(
      wordsOf(sourceOf(subject)).filter((word) => /^[\p{Ll}\p{Lo}]{4,}$/u.test(word) && !untranslatable.has(word)),
    );
    if (words.size < 3) return skipped("the source has fewer than three words to translate");
    const output = new Set(wordsOf(subject.text("output").text.toLowerCase()));
    const same = [...words].filter((word) => output.has(word));
    const outcome = within(same.length / words.size, { max }, "share of words left as they were");
    return outcome.kind === "failed"
      ? { ...outcome, explanation: `${outcome.explanation}: ${same.slice(0, 5).join(", ")}` }
      : outcome;
  },
});

export const translationLengthRatio = defineCheck({
  ...common,
  name: "translation_length_ratio",
  title: "Translation length plausible",
  description:
    "Characters of the answer divided by those of the source, and by the ratio that is usual for the pair where one is given (`expected`, such as 0.5 for English to Chinese).",
  severity: "minor",
  needs: ["source"],
  output: scored("ratio; pass in 0.5..2"),
  source: "corpus filtering (Bicleaner)",
  options: z.strictObject({
    min: z.number().nonnegative().default(0.5),
    max: z.number().positive().default(2),
    expected: z.number().positive().default(1),
    min_chars: z.int().positive().default(20),
  }),
  evaluate: (subject, { min, max, expected, min_chars: fewest }) => {
    const source = sourceOf(subject).trim();
    if (source.length < fewest) return skipped(`the source has fewer than ${fewest} characters`);
    return within(subject.text("output").trimmed.length / source.length / expected, { min, max }, "ratio of lengths");
  },
});

export const glossaryTermsUsed = defineCheck({
  ...common,
  name: "glossary_terms_used",
  title: "Glossary respected",
  description:
    "Share of the glossary's terms in the user's text whose translation occurs in the answer (by default with any ending), without any of the forbidden ones. A term's entry is its translation, or `{use, avoid}` with lists.",
  needs: ["config"],
  output: scored("0..1; pass ≥ 1"),
  source: "MQM terminology",
  options: z.strictObject({
    glossary: z
      .record(
        z.string().min(1).max(200),
        z.union([
          z.string().min(1),
          z.strictObject({ use: z.array(z.string().min(1)).min(1), avoid: z.array(z.string().min(1)).default([]) }),
        ]),
      )
      .default({}),
    stem: z.boolean().default(true),
  }),
  evaluate: (subject, { glossary, stem }) => {
    const [source, output] = [sourceOf(subject).toLowerCase(), subject.text("output").lower];
    const terms = Object.entries(glossary).flatMap(([term, entry]) => {
      if (!holds(source, term, stem)) return [];
      return [{ term, ...(typeof entry === "string" ? { use: [entry], avoid: [] } : entry) }];
    });
    if (terms.length === 0) return skipped("the source holds no term of the glossary");
    const wrong = terms.filter(
      ({ use, avoid }) =>
        !use.some((each) => holds(output, each, stem)) || avoid.some((each) => holds(output, each, false)),
    );
    const outcome = within(
      1 - wrong.length / terms.length,
      { min: 1 },
      "share of terms translated according to the glossary",
    );
    return outcome.kind === "failed"
      ? {
          ...outcome,
          explanation: `not according to the glossary: ${wrong
            .map(({ term }) => term)
            .slice(0, 10)
            .join(", ")}`,
        }
      : outcome;
  },
});

/** Returns the text to translate: `source` of the expected result, or else the user's message. */
function sourceOf(subject: Subject): string {
  const given = member(subject.expected, "source");
  return typeof given === "string" ? given : subject.input;
}

/** Returns whether a text contains a term at the start of a word; its ending may differ from the glossary's. */
function holds(text: string, term: string, anyEnding: boolean): boolean {
  const sought = term.normalize("NFKC").toLowerCase();
  const isLetter = (sign: string | undefined) => sign !== undefined && /[\p{L}\p{N}]/u.test(sign);
  for (
    let at = text.indexOf(sought), attempts = 0;
    at !== -1 && attempts < 100;
    at = text.indexOf(sought, at + 1), attempts++
  ) {
    if (
      isLetter(text[at - 1]) &&
      !/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(sought)
    )
      continue;
    if (anyEnding || !isLetter(text[at + sought.length])) return true;
  }
  return false;
}

const numerals = [
  "one|eins?|eine[mnrs]?|une?|uno|una|um|uma|een",
  "two|zwei|deux|dos|due|dois|duas|twee",
  "three|drei|trois|tres|tre|três|drie",
  "four|vier|quatre|cuatro|quattro|quatro",
  "five|fünf|cinq|cinco|cinque|vijf",
  "six|sechs|seis|sei|zes",
  "seven|sieben|sept|siete|sette|sete|zeven",
  "eight|acht|huit|ocho|otto|oito",
  "nine|neun|neuf|nueve|nove|negen",
  "ten|zehn|dix|diez|dieci|dez|tien",
].map((forms) => new RegExp(`^(?:${forms})$`, "u"));

function spelledOut(lower: string): readonly number[] {
  return wordsOf(lower.slice(0, 20_000)).flatMap((word) => {
    const at = word.length > 6 ? -1 : numerals.findIndex((numeral) => numeral.test(word));
    return at === -1 ? [] : [at + 1];
  });
}
