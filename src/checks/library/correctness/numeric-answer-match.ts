import { numbersOf, readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck, property, skipped, z } from "../definition.ts";
import { valueAt, withReferences } from "./expected-answers.ts";
import { expectedAnswer } from "./shared-properties.ts";

export const numericAnswerMatch = defineCheck({
  ...expectedAnswer,
  name: "numeric_answer_match",
  title: "Numeric answer correct",
  description:
    "The number that the answer gives (the last \\boxed{}, “the answer is …”, a value at a path, or the last number) equals the reference within a tolerance. Separators, percent signs, words of scale and fractions are read.",
  source: "GSM8K answer extraction; autoevals NumericDiff",
  options: z.strictObject({
    abs_tol: z.number().nonnegative().default(0),
    rel_tol: z.number().nonnegative().default(1e-6),
    /** `auto`, or a dotted path into a JSON answer. */
    extract: z.string().default("auto"),
  }),
  evaluate: (subject, { abs_tol: absolute, rel_tol: relative, extract }) =>
    withReferences(subject, (references) => {
      const wanted = references.flatMap((each) => numberIn(each) ?? []);
      if (wanted.length === 0) return skipped("the reference isn't a number");
      const text = extract === "auto" ? answerPart(subject.output) : valueAt(subject, extract);
      const given = text === undefined ? undefined : numberIn(text);
      if (given === undefined) return property(false, "the answer gives no number");
      const holds = wanted.some((each) => Math.abs(given - each) <= Math.max(absolute, relative * Math.abs(each)));
      return property(holds, `${given}, expected ${wanted.join(" or ")}`);
    }),
});

/** Returns the part of an answer that states its result. */
function answerPart(output: string): string {
  const boxed = [...output.matchAll(/\\boxed\{([^{}]{1,100}(?:\{[^{}]{0,50}\}){0,2}[^{}]{0,50})\}/g)].at(-1)?.[1];
  if (boxed !== undefined) return boxed;
  const marked = /####\s*([^\n]{1,100})/.exec(output)?.[1];
  if (marked !== undefined) return marked;
  const stated = [
    ...output.matchAll(
      /\b(?:(?:final |correct )?(?:answer|result|total)(?: is|:| =)|(?:die )?(?:antwort|lösung)(?: ist|:| lautet)|la (?:réponse|respuesta|risposta)(?: est| es| è|:))\s*([^\n]{1,100})/gi,
    ),
  ].at(-1)?.[1];
  return stated !== undefined && numberIn(stated, "first") !== undefined ? `${numberIn(stated, "first")}` : output;
}

function numberIn(text: string, which: "first" | "last" = "last"): number | undefined {
  const latex = /\\d?frac\{(-?[\d.]+)\}\{([\d.]+)\}/.exec(text);
  if (latex) return Number(latex[1]) / Number(latex[2]);
  const fraction = /^\s*\$?(-?\d+)\s*\/\s*(\d+)\$?\.?\s*$/.exec(text);
  if (fraction) return Number(fraction[1]) / Number(fraction[2]);
  const plain = /^\s*([-−]?)(\d[\d.,]*)\s*$/.exec(text);
  if (plain) {
    const read = readNumber(plain[2] ?? "");
    return read && (plain[1] === "" ? read.value : -read.value);
  }
  const found = numbersOf(text).at(which === "first" ? 0 : -1);
  return found && (found.isPercentage ? found.value / 100 : found.value);
}
