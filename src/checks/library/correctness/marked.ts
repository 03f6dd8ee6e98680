import { z } from "zod";
import { datesOf, type FoundDate } from "../../../platform/text/dates.ts";
import { defineCheck, passesWhenTrue, usually } from "../../check.ts";
import { referencesOf } from "../../references.ts";
import { property, skipped } from "../../verdicts/outcome.ts";

const common = { ...usually, category: "Answer correctness", tier: 2, output: passesWhenTrue } as const;

export const booleanAnswerMatch = defineCheck({
  ...common,
  name: "boolean_answer_match",
  title: "Yes/no answer correct",
  description:
    "The verdict in the answer's first sentence, yes or no (or true, correct, ja, oui, sí … in eight languages), is the expected one. “It depends”, and neither or both, fail.",
  severity: "critical",
  needs: ["reference"],
  mode: "test run",
  source: "BoolQ harness; OpenAI evals",
  options: z.strictObject({ allow_unclear: z.boolean().default(false) }),
  evaluate: (subject, { allow_unclear: allows }) => {
    const wanted = wantedPolarity(subject.expected);
    if (wanted === undefined) return skipped("the reference is neither yes nor no");
    const given = polarityOf(subject.text("output").phrased);
    if (given === undefined) return property(allows, "the answer contains neither yes nor no");
    return property(given === wanted, `answers ${given ? "yes" : "no"}, expected ${wanted ? "yes" : "no"}`);
  },
});

export const dateAnswerMatch = defineCheck({
  ...common,
  name: "date_answer_match",
  title: "Date answer correct",
  description:
    "The first date of the answer, in ISO form, with the month's name (seven languages) or in digits as the locale orders them, is the expected one at the given precision.",
  severity: "major",
  needs: ["reference"],
  mode: "test run",
  source: "TimeQA; extraction QA",
  options: z.strictObject({
    precision: z.enum(["day", "month", "year"]).default("day"),
    month_first: z.boolean().default(true),
  }),
  evaluate: (subject, { precision, month_first: monthFirst }) => {
    const wanted = referencesOf(subject.expected).flatMap((each) => datesOf(each, monthFirst).slice(0, 1));
    if (wanted.length === 0) return skipped("the reference isn't a date");
    const output = subject.text("output");
    const [given] = datesOf(output.text, monthFirst);
    if (!given) return property(false, "the answer names no date");
    const holds = wanted.some((each) => isSame(given, each, precision));
    return property(holds, `${given.text}, expected ${wanted.map(({ text }) => text).join(" or ")}`, [
      output.evidence(given.start, given.end),
    ]);
  },
});

const markers = {
  boxed: /\\boxed\s*\{/g,
  answer: /^[^\S\n]*(?:\*\*)?(?:final answer|answer|antwort|réponse|respuesta|risposta|resposta)(?:\*\*)?\s*:/gim,
  hashes: /^####\s*\S/gm,
  tag: /<answer>[^<]*[^<\s][^<]*<\/answer>/gi,
} as const;
type Marker = keyof typeof markers;

export const boxedAnswerPresent = defineCheck({
  ...common,
  name: "boxed_answer_present",
  title: "Final answer marked",
  description:
    "The final answer is marked, by default exactly once: \\boxed{…}, a line “Answer: …”, “#### …” or <answer>…</answer>.",
  severity: "minor",
  source: "conventions of GSM8K and MATH",
  options: z.strictObject({
    styles: z
      .union([z.literal("all"), z.array(z.enum(Object.keys(markers) as [Marker, ...Marker[]])).min(1)])
      .default("all"),
    exactly_one: z.boolean().default(true),
  }),
  evaluate: (subject, { styles, exactly_one: once }) => {
    const { text } = subject.text("output");
    const wanted = Object.entries(markers).filter(
      ([name]) => styles === "all" || (styles as readonly string[]).includes(name),
    );
    const count = wanted.reduce((sum, [, pattern]) => sum + [...text.matchAll(pattern)].length, 0);
    return property(once ? count === 1 : count > 0, `${count} marks of a final answer`);
  },
});

function isSame(one: FoundDate, other: FoundDate, precision: "day" | "month" | "year"): boolean {
  if (one.year !== undefined && other.year !== undefined && one.year !== other.year) return false;
  if (precision === "year") return one.year !== undefined && one.year === other.year;
  return one.month === other.month && (precision === "month" || one.day === other.day);
}

const yes =
  /(?<![\p{L}])(?:yes|yeah|yep|true|correct|right|indeed|ja|richtig|stimmt|wahr|oui|vrai|exact|sí|si|verdadero|correcto|cierto|sì|vero|corretto|sim|verdadeiro|correto|juist|waar|да|верно|правда)(?![\p{L}])|^(?:是|对|はい|네)/u;
const no =
  /(?<![\p{L}])(?:no|nope|not|isn't|doesn't|don't|false|incorrect|wrong|never|nein|nicht|falsch|kein\p{L}*|non|faux|pas|falso|incorrecto|sbagliato|não|errado|nee|niet|onjuist|нет|неверно|ложь)(?![\p{L}])|^(?:不|否|いいえ|아니)/u;

/** Decides by the beginning of a text, or else by the only one of the two in its first sentence. */
function polarityOf(text: string): boolean | undefined {
  const sentence = text.replace(/^[\s*_#>"'“«-]+/, "").split(/(?<=[.!?。！？])\s|\n/, 1)[0] ?? "";
  if (/\b(?:it depends|not sure|unclear|kommt darauf an|ça dépend|depende|dipende)\b/.test(sentence)) return undefined;
  const [first = ""] = sentence.split(/[\s,.;:!]/, 1);
  const [isYes, isNo] = [yes.test(first), no.test(first)];
  if (isYes !== isNo) return isYes;
  const [holdsYes, holdsNo] = [yes.test(sentence), no.test(sentence)];
  return holdsYes === holdsNo ? undefined : holdsYes;
}

function wantedPolarity(expected: Parameters<typeof referencesOf>[0]): boolean | undefined {
  if (typeof expected === "boolean") return expected;
  const [reference] = referencesOf(expected);
  return reference === undefined ? undefined : polarityOf(reference.toLowerCase().trim());
}
