import { sourceText } from "../../../datapoints/index.ts";
import { type FoundNumber, numbersOf } from "../../../platform/text/numbers.ts";
import { defineCheck, scored, skipped, within, z } from "../definition.ts";
import { grounding } from "./shared-properties.ts";

export const numbersGrounded = defineCheck({
  ...grounding,
  name: "numbers_grounded",
  title: "Numbers come from the context",
  description:
    "Share of the answer's numbers of two or more digits, amounts and percentages that occur in the context or the conversation, also written differently or rounded. List markers and citation marks do not count by default.",
  severity: "major",
  output: scored("0..1; pass ≥ 0.9", "higher"),
  source: "FinQA-type hallucination; promptfoo",
  options: z.strictObject({
    threshold: z.number().min(0).max(1).default(0.9),
    /** Whether the sum or difference of two given numbers counts as given. */
    derive: z.boolean().default(false),
    ignore: z.array(z.enum(["list markers", "citations", "years"])).default(["list markers", "citations"]),
  }),
  evaluate: (subject, { threshold, derive, ignore }) => {
    const output = subject.text("output");
    const shown = ignore.reduce((text, what) => text.replace(ignored[what], " "), output.prose);
    const numbers = numbersOf(shown).filter(isTelling);
    if (numbers.length === 0) return skipped("the answer holds no number of two and more digits");
    const given = givenNumbers(subject.once(sourceText), derive);
    const missing = numbers.filter((number) => !isGiven(number, given));
    const outcome = within(
      1 - missing.length / numbers.length,
      { min: threshold },
      "share of numbers that were given",
      missing.slice(0, 10).flatMap(({ text }) => {
        const start = output.text.indexOf(text);
        return start === -1 ? [] : [output.evidence(start, start + text.length)];
      }),
    );
    return outcome;
  },
});

const ignored = {
  "list markers": /^[^\S\n]{0,99}(?:\d{1,3}[.)]|#+\s{0,20}\d+[.)]?)\s/gm,
  citations: /\[\^?\d{1,3}(?:\s*[,–-]\s*\d{1,3})*\]/g,
  years: /(?<![\d.,$€£])(?:1[89]|20)\d\d(?![\d%]|[.,]\d)/g,
} as const;

function isTelling({ value, decimals, isPercentage, hasCurrency, text }: FoundNumber): boolean {
  return isPercentage || hasCurrency || Math.abs(value) >= 10 || decimals > 0 || text.replace(/\D/g, "").length > 1;
}

/** Returns the numbers of the source, also as shares and percentages, in ascending order; by option with sums and differences. */
function givenNumbers(source: string, derive: boolean): Float64Array {
  const given = numbersOf(source).map(({ value }) => Math.abs(value));
  const first = derive ? given.slice(0, 200) : [];
  const derived = first.flatMap((one) => first.flatMap((other) => [one + other, Math.abs(one - other)]));
  return Float64Array.from(new Set([...given.flatMap((one) => [one, one * 100, one / 100]), ...derived])).sort();
}

/** Returns whether a given number, rounded to the shown digits, is equal. */
function isGiven({ value, decimals }: FoundNumber, given: Float64Array): boolean {
  const tolerance = 0.5000001 * 10 ** -decimals;
  const wanted = Math.abs(value);
  let [from, to] = [0, given.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((given[middle] ?? 0) < wanted - tolerance) from = middle + 1;
    else to = middle;
  }
  for (let other = given[from]; other !== undefined && other <= wanted + tolerance; other = given[++from])
    if (decimals > 0 || other % 1 !== 0 || Math.abs(other - wanted) <= 1e-9) return true;
  return false;
}
