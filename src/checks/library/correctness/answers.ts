import { z } from "zod";
import type { Subject } from "../../../datapoints/traces/subject.ts";
import type { Outcome } from "../../../datapoints/verdicts/verdict.ts";
import { atPath, member } from "../../../platform/json/json.ts";
import { numbersOf, readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck, passesWhenTrue, usually } from "../../check.ts";
import { referencesOf } from "../../references.ts";
import { property, skipped } from "../../verdicts/outcome.ts";

const common = {
  ...usually,
  category: "Answer correctness",
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
  output: passesWhenTrue,
} as const;

export const numericAnswerMatch = defineCheck({
  ...common,
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

export const multipleChoiceMatch = defineCheck({
  ...common,
  name: "multiple_choice_match",
  title: "Choice letter correct",
  description:
    "The single letter that the answer chooses (“the answer is (B)”, “**B**”, “B.” at the beginning, a lone letter, or the text of an option) is the expected one. Several letters, or none, fail.",
  source: "lm-evaluation-harness multiple-choice filters; OpenAI evals",
  options: z.strictObject({ letters: z.string().min(2).default("ABCDE") }),
  evaluate: (subject, { letters }) =>
    withReferences(subject, (references) => {
      const wanted = references.map((each) =>
        each
          .trim()
          .replace(/^\((.)\)$|^(.)[.)]?$/s, "$1$2")
          .toUpperCase(),
      );
      const chosen = chosenLetters(subject.output, letters, optionsOf(subject));
      if (chosen.length !== 1)
        return property(false, chosen.length === 0 ? "no letter is chosen" : `several letters: ${chosen.join(", ")}`);
      return property(wanted.includes(chosen[0] ?? ""), `chose ${chosen[0]}, expected ${wanted.join(" or ")}`);
    }),
});

export const labelMatch = defineCheck({
  ...common,
  name: "label_match",
  title: "Class label correct",
  description:
    "The answer, or the value at a path of its JSON, is the expected label; case, punctuation and white space do not count, and synonyms are taken for their label.",
  severity: "major",
  source: "Okareo classification metrics; HELM",
  options: z.strictObject({
    /** Alternative spellings by label: `{"positive": ["pos", "good"]}`. */
    synonyms: z.record(z.string(), z.array(z.string())).default({}),
    path: z.string().min(1).optional(),
  }),
  evaluate: (subject, { synonyms, path }) =>
    withReferences(subject, (references) => {
      const given = path === undefined ? subject.output : valueAt(subject, path);
      if (given === undefined) return property(false, `the answer holds nothing at ${path}`);
      const labels = new Map(
        Object.entries(synonyms).flatMap(([label, others]) =>
          [label, ...others].map((each) => [labelForm(each), labelForm(label)] as const),
        ),
      );
      const label = (text: string) => labels.get(labelForm(text)) ?? labelForm(text);
      return property(
        references.some((each) => label(each) === label(given)),
        `“${given.trim().slice(0, 60)}”, expected ${references.join(" or ")}`,
      );
    }),
});

function withReferences(subject: Subject, judge: (references: readonly string[]) => Outcome): Outcome {
  const references = referencesOf(member(subject.expected, "label") ?? subject.expected);
  return references.length === 0 ? skipped("the expected result holds no reference") : judge(references);
}

function valueAt(subject: Subject, path: string): string | undefined {
  const { json } = subject.text("output");
  const value = json.ok ? atPath(json.value, path) : undefined;
  return typeof value === "string"
    ? value
    : typeof value === "number" || typeof value === "boolean"
      ? String(value)
      : undefined;
}

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

/** Returns the options listed in the question: letter → text. */
function optionsOf({ input }: Subject): ReadonlyMap<string, string> {
  return new Map(
    [...input.matchAll(/^\s*\(?([A-Z])[).:]\s+(\S[^\n]{0,200})$/gm)].map(([, letter = "", text = ""]) => [
      letter,
      labelForm(text),
    ]),
  );
}

function chosenLetters(output: string, letters: string, options: ReadonlyMap<string, string>): readonly string[] {
  const set = `[${letters.replace(/[^\p{L}\p{N}]/gu, "")}]`;
  const text = output.trim();
  const patterns = [
    new RegExp(
      `\\b(?:answer|choice|option|antwort|réponse|respuesta|risposta|resposta)(?:\\s+(?:is|ist|est|es|è|é)|:)?\\s*:?\\s*\\**\\(?(${set})\\)?(?![\\p{L}\\p{N}'])`,
      "giu",
    ),
    new RegExp(`\\*\\*\\(?(${set})\\)?[.):]?(?:\\s[^*]{0,100})?\\*\\*`, "gu"),
    new RegExp(`^\\(?(${set})(?:[.):]|\\s*$)`, "gu"),
    new RegExp(`(?<![\\p{L}\\p{N}'])\\(?(${set})\\)?(?![\\p{L}\\p{N}'])`, "gu"),
  ];
  for (const pattern of patterns) {
    const found = new Set([...text.matchAll(pattern)].map(([, letter = ""]) => letter.toUpperCase()));
    if (found.size > 0) return [...found];
  }
  return [...options].filter(([, option]) => option !== "" && labelForm(text) === option).map(([letter]) => letter);
}

function labelForm(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/[\s_-]+/g, " ")
    .trim();
}
