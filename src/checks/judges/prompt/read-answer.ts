import { z } from "zod";
import type { Evidence, Outcome } from "../../../datapoints/index.ts";
import { unreachable } from "../../../platform/http/unreachable.ts";
import { parseJson } from "../../../platform/json/json.ts";
import { underRule } from "../../custom/custom-outcome.ts";
import { skipped } from "../../verdicts/outcome.ts";
import type { JudgeAnswer, JudgeField, JudgeOptions, JudgeRequest } from "../judge.ts";
import type { Block } from "./blocks.ts";
import { findQuote } from "./quotes.ts";

/** The result of a response per check: an outcome, or the problem. */
export interface Reading {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  readonly problems: ReadonlyMap<string, string>;
}

interface Against {
  readonly blocks: readonly Block[];
  /** Absent: any seal is accepted. */
  readonly seal?: string | undefined;
  /** Whether a defect requires a quote that occurs in the blocks. */
  readonly needsQuotes?: boolean;
}

/**
 * Parses a response strictly: one JSON object of the requested shape, with the seal. Nothing is guessed, and
 * quotes that do not occur in the blocks do not count.
 */
export function readAnswer(
  text: string,
  requests: readonly JudgeRequest[],
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
  for (const request of requests) {
    const { name } = request.check;
    if (wrong !== undefined || !whole.success) {
      problems.set(name, wrong ?? "");
      continue;
    }
    const read = readOne(request, whole.data.results[name], { blocks, needsQuotes });
    if (typeof read === "string") problems.set(name, `${name}: ${read}`);
    else outcomes.set(name, read);
  }
  return { outcomes, problems };
}

const Whole = z.strictObject({ results: z.record(z.string(), z.unknown()), seal: z.string() });

/** Parses the object, also when it is inside one code fence. */
function jsonOf(text: string): unknown {
  const bare = text.trim();
  const [opening] = /^```(?:json)?\s*\n/.exec(bare) ?? [];
  const inside = opening === undefined || !bare.endsWith("```") ? "" : bare.slice(opening.length, -3);
  const hasOwnLine = inside.slice(inside.trimEnd().length).includes("\n");
  const parsed = parseJson(hasOwnLine ? inside : bare);
  return parsed.ok ? parsed.value : undefined;
}

const sharedFields = { applies: z.boolean(), evidence: z.array(z.string()).max(50), reasoning: z.string() };
const Shapes = {
  embedding: z.never(),
  yes_no: z.strictObject({ ...sharedFields, verdict: z.boolean() }),
  levels: z.strictObject({ ...sharedFields, verdict: z.int().min(1).max(5) }),
  named: z.strictObject({ ...sharedFields, verdict: z.string() }),
  custom: z.strictObject({ ...sharedFields, verdict: z.union([z.boolean(), z.number(), z.string()]) }),
  items: z.strictObject({
    applies: z.boolean(),
    reasoning: z.string(),
    verdict: z.array(z.strictObject({ item: z.string(), evidence: z.string(), label: z.string() })).max(200),
  }),
};

function readOne(request: JudgeRequest, result: unknown, { blocks, needsQuotes }: Against): Outcome | string {
  const { rubric } = request.check;
  const { answer } = rubric;
  const shape = answer.kind === "classes" || answer.kind === "pairwise" ? Shapes.named : Shapes[answer.kind];
  const parsed = shape.safeParse(result);
  if (!parsed.success) return `it does not have the requested shape (${parsed.error.issues[0]?.path.join(".") ?? ""})`;
  const { applies, reasoning } = parsed.data;
  if (!applies && rubric.appliesWhen !== undefined)
    return skipped(`according to the judge, the check does not apply: ${short(reasoning)}`);
  if (answer.kind === "items") return itemsOutcome(request, answer, parsed.data as Items, blocks);
  const { evidence: quotes, verdict } = parsed.data as z.infer<typeof Shapes.custom>;
  const evidence = quotes.flatMap((quote) => findQuote(quote, blocks)?.evidence ?? []).slice(0, 10);
  const isQuoted = quotes.some((quote) => findQuote(quote, blocks) !== undefined);
  const details = { explanation: short(reasoning, 1000), evidence };
  switch (answer.kind) {
    case "yes_no":
      return yesNoOutcome(answer.passesWhen, verdict === true, { details, mayLackQuote: isQuoted || !needsQuotes });
    case "levels":
      return scored(request, Number(verdict), details);
    case "classes":
      return classOutcome(request, answer, String(verdict), details);
    case "custom": {
      const ruled = underRule(answer.output, verdict);
      return "reason" in ruled ? ruled.reason : { ...ruled, ...details };
    }
    case "embedding":
      return "an embedding check compares vectors and has no answer of a model";
    case "pairwise": {
      const score = { first: 1, tie: 0.5, second: 0 }[String(verdict)];
      return score === undefined
        ? "its verdict is not first, second or tie"
        : { kind: "passed", value: score, ...details };
    }
    default:
      return unreachable(answer);
  }
}

/** The presence of a defect requires evidence; its absence cannot be quoted. */
function yesNoOutcome(
  passesWhen: boolean,
  value: boolean,
  { details, mayLackQuote }: { readonly details: VerdictDetails; readonly mayLackQuote: boolean },
): Outcome | string {
  if (value && !passesWhen && !mayLackQuote) return "its evidence does not quote the blocks";
  return { kind: value === passesWhen ? "passed" : "failed", value, ...details };
}

function classOutcome(
  request: JudgeRequest,
  { classes }: JudgeAnswer & { kind: "classes" },
  verdict: string,
  details: VerdictDetails,
) {
  const known = Object.hasOwn(classes, verdict) ? classes[verdict] : undefined;
  return known ? { ...scored(request, known.score, details), label: verdict } : "its verdict is none of the classes";
}

interface VerdictDetails {
  readonly explanation: string;
  readonly evidence: readonly Evidence[];
}

type Items = z.infer<typeof Shapes.items>;

function itemsOutcome(
  request: JudgeRequest,
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
    return { item, evidence, label: counts ? label : (quoted?.otherwise ?? label), originalLabel: label };
  });
  const value = answer.score(
    counted.map(({ label }) => label),
    request.check.options.parse(request.options) as JudgeOptions,
  );
  if (value === undefined) return skipped(`there is nothing to count: ${short(reasoning)}`);
  const unquoted = counted.filter(({ label, originalLabel }) => label !== originalLabel).length;
  const listed = counted.map(({ item, label }) => `${label}: ${short(item, 160)}`).join("\n");
  const note =
    unquoted === 0 ? "" : `\n${unquoted} without a quote that can be found, counted as ${quoted?.otherwise}.`;
  const evidence = counted.flatMap(({ evidence: quote }) => findQuote(quote, blocks)?.evidence ?? []).slice(0, 10);
  return scored(request, value, { explanation: short(`${short(reasoning, 400)}\n${listed}${note}`, 3000), evidence });
}

function isIn(quote: string, from: JudgeField, blocks: readonly Block[]): boolean {
  return (
    findQuote(
      quote,
      blocks.filter(({ field }) => field === from),
    ) !== undefined
  );
}

/** Compares a score with the check's bounds. */
export function scored({ options, check }: JudgeRequest, value: number, details: VerdictDetails) {
  const { threshold = 0, max = Infinity } = check.options.parse(options) as { threshold?: number; max?: number };
  return { kind: value >= threshold && value <= max ? ("passed" as const) : ("failed" as const), value, ...details };
}

const short = (text: string, most = 300) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
