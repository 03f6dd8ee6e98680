import { z } from "zod";
import { parseJson } from "../../../platform/json/json.ts";
import { underRule } from "../../custom/custom-outcome.ts";
import { skipped } from "../../verdicts/outcome.ts";
import type { Evidence, Outcome } from "../../verdicts/verdict.ts";
import type { JudgeAnswer, JudgeAsk, JudgeField, JudgeOptions } from "../judge.ts";
import type { Block } from "./blocks.ts";
import { findQuote } from "./quotes.ts";

/** What an answer gives for each check: an outcome, or why none. */
export interface Reading {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly problems: ReadonlyMap<string, string>;
}

interface Against {
  readonly blocks: readonly Block[];
  /** Absent: any seal will do. */
  readonly seal?: string | undefined;
  /** Whether a defect needs a quote that stands in the blocks. */
  readonly needsQuotes?: boolean;
}

/**
 * Reads an answer strictly: one JSON object of the shape that was asked for, with the seal. Nothing is guessed, and
 * quotes that do not stand in the blocks do not count.
 */
export function readAnswer(
  text: string,
  asks: readonly JudgeAsk[],
  { blocks, seal, needsQuotes = true }: Against,
): Reading {
  const outcomes = new Map<string, Outcome>();
  const problems = new Map<string, string>();
  const whole = Whole.safeParse(jsonOf(text));
  const wrong = !whole.success
    ? "it is not one JSON object with `results` and `seal`"
    : seal === undefined || whole.data.seal === seal
      ? undefined
      : "its seal is not the one in the instructions";
  for (const ask of asks) {
    const { name } = ask.check;
    if (wrong !== undefined || !whole.success) {
      problems.set(name, wrong ?? "");
      continue;
    }
    const read = readOne(ask, whole.data.results[name], { blocks, needsQuotes });
    if (typeof read === "string") problems.set(name, `${name}: ${read}`);
    else outcomes.set(name, read);
  }
  return { outcomes, problems };
}

const Whole = z.strictObject({ results: z.record(z.string(), z.unknown()), seal: z.string() });

/** The object, also when it is wrapped in one code fence. */
function jsonOf(text: string): unknown {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(text);
  const parsed = parseJson(fenced?.[1] ?? text.trim());
  return parsed.ok ? parsed.value : undefined;
}

const said = { applies: z.boolean(), evidence: z.array(z.string()).max(50), reasoning: z.string() };
const Shapes = {
  embedding: z.never(),
  yes_no: z.strictObject({ ...said, verdict: z.boolean() }),
  levels: z.strictObject({ ...said, verdict: z.int().min(1).max(5) }),
  named: z.strictObject({ ...said, verdict: z.string() }),
  custom: z.strictObject({ ...said, verdict: z.union([z.boolean(), z.number(), z.string()]) }),
  items: z.strictObject({
    applies: z.boolean(),
    reasoning: z.string(),
    verdict: z.array(z.strictObject({ item: z.string(), evidence: z.string(), label: z.string() })).max(200),
  }),
};

function readOne(ask: JudgeAsk, result: unknown, { blocks, needsQuotes }: Against): Outcome | string {
  const { rubric } = ask.check;
  const { answer } = rubric;
  const shape = answer.kind === "classes" || answer.kind === "pairwise" ? Shapes.named : Shapes[answer.kind];
  const parsed = shape.safeParse(result);
  if (!parsed.success)
    return `it has not the shape that was asked for (${parsed.error.issues[0]?.path.join(".") ?? ""})`;
  const { applies, reasoning } = parsed.data;
  if (!applies && rubric.appliesWhen !== undefined)
    return skipped(`the judge says it does not apply: ${short(reasoning)}`);
  if (answer.kind === "items") return itemsOutcome(ask, answer, parsed.data as Items, blocks);
  const { evidence: quotes, verdict } = parsed.data as z.infer<typeof Shapes.custom>;
  const evidence = quotes.flatMap((quote) => findQuote(quote, blocks)?.evidence ?? []).slice(0, 10);
  const isQuoted = quotes.some((quote) => findQuote(quote, blocks) !== undefined);
  const told = { explanation: short(reasoning, 1000), evidence };
  switch (answer.kind) {
    case "yes_no":
      return yesNoOutcome(answer.passesWhen, verdict === true, { told, mayLackQuote: isQuoted || !needsQuotes });
    case "levels":
      return scored(ask, Number(verdict), told);
    case "classes":
      return classOutcome(ask, answer, String(verdict), told);
    case "custom": {
      const ruled = underRule(answer.output, verdict);
      return "because" in ruled ? ruled.because : { ...ruled, ...told };
    }
    case "embedding":
      return "vectors are compared, no model is asked";
    case "pairwise": {
      const score = { first: 1, tie: 0.5, second: 0 }[String(verdict)];
      return score === undefined
        ? "its verdict is not first, second or tie"
        : { kind: "passed", value: score, ...told };
    }
    default:
      return answer satisfies never;
  }
}

/** That a defect is there must be shown; that it is not there cannot be. */
function yesNoOutcome(
  passesWhen: boolean,
  value: boolean,
  { told, mayLackQuote }: { readonly told: Told; readonly mayLackQuote: boolean },
): Outcome | string {
  if (value && !passesWhen && !mayLackQuote) return "its evidence is no quote from the blocks";
  return { kind: value === passesWhen ? "passed" : "failed", value, ...told };
}

function classOutcome(ask: JudgeAsk, { classes }: JudgeAnswer & { kind: "classes" }, verdict: string, told: Told) {
  const known = Object.hasOwn(classes, verdict) ? classes[verdict] : undefined;
  return known ? { ...scored(ask, known.score, told), label: verdict } : "its verdict is none of the classes";
}

interface Told {
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
}

type Items = z.infer<typeof Shapes.items>;

function itemsOutcome(
  ask: JudgeAsk,
  answer: JudgeAnswer & { kind: "items" },
  { verdict, reasoning }: Items,
  blocks: readonly Block[],
): Outcome | string {
  if (verdict.some(({ label }) => !Object.hasOwn(answer.labels, label)))
    return "an item has a label that was not offered";
  const { quoted } = answer;
  const counted = verdict.map(({ item, evidence, label }) => {
    const needsQuote = quoted !== undefined && label === quoted.label;
    const counts = !needsQuote || isIn(evidence, quoted.from, blocks);
    return { item, evidence, label: counts ? label : (quoted?.otherwise ?? label), asSaid: label };
  });
  const value = answer.score(
    counted.map(({ label }) => label),
    ask.check.options.parse(ask.options) as JudgeOptions,
  );
  if (value === undefined) return skipped(`there is nothing to count: ${short(reasoning)}`);
  const unquoted = counted.filter(({ label, asSaid }) => label !== asSaid).length;
  const listed = counted.map(({ item, label }) => `${label}: ${short(item, 160)}`).join("\n");
  const note =
    unquoted === 0 ? "" : `\n${unquoted} without a quote that can be found, counted as ${quoted?.otherwise}.`;
  const evidence = counted.flatMap(({ evidence: quote }) => findQuote(quote, blocks)?.evidence ?? []).slice(0, 10);
  return scored(ask, value, { explanation: short(`${short(reasoning, 400)}\n${listed}${note}`, 3000), evidence });
}

function isIn(quote: string, from: JudgeField, blocks: readonly Block[]): boolean {
  return (
    findQuote(
      quote,
      blocks.filter(({ field }) => field === from),
    ) !== undefined
  );
}

/** A score against the check's own bounds. */
export function scored({ options, check }: JudgeAsk, value: number, told: Told) {
  const { threshold = 0, max = Infinity } = check.options.parse(options) as { threshold?: number; max?: number };
  return { kind: value >= threshold && value <= max ? ("passed" as const) : ("failed" as const), value, ...told };
}

const short = (text: string, most = 300) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
