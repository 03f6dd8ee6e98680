import { z } from "zod";
import type { Evidence, Outcome, Subject } from "../../datapoints/index.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import type { CustomOutput } from "./custom-check.ts";

const explanationLength = 2000;
const evidenceAtMost = 20;
const quoteLength = 1000;

const ReturnedValue = z.union([
  z.boolean(),
  z.number(),
  z.string(),
  z.strictObject({
    value: z.union([z.boolean(), z.number(), z.string()]),
    explanation: z.string().optional(),
    evidence: z.union([z.string(), z.array(z.string())]).optional(),
  }),
]);

const Skipping = z.strictObject({ skip: z.string() });

/**
 * Converts the return value of a custom check into an outcome. Nothing (`undefined`, `null`) or `{skip}` means
 * that the check does not apply. A value of the wrong type or out of range is a mistake of the check and gives
 * `broken`.
 */
export function outcomeOf(output: CustomOutput, returned: unknown, subject: Subject): Outcome {
  if (returned === undefined || returned === null) return skipped("the check returned no verdict for this datapoint");
  const skipping = Skipping.safeParse(returned);
  if (skipping.success) return skipped(skipping.data.skip.slice(0, explanationLength));
  const parsed = ReturnedValue.safeParse(returned);
  if (!parsed.success) {
    return broken(`it returned ${shown(returned)}, which is neither a value nor {value, explanation, evidence}`);
  }
  const given = typeof parsed.data === "object" ? parsed.data : { value: parsed.data };
  const judged = underRule(output, given.value);
  if ("reason" in judged) return broken(judged.reason);
  const quotes = typeof given.evidence === "string" ? [given.evidence] : (given.evidence ?? []);
  return {
    ...judged,
    explanation: (given.explanation ?? judged.explanation).slice(0, explanationLength),
    evidence: evidenceOf(quotes, subject),
  };
}

type Judged =
  | {
      readonly kind: "passed" | "failed";
      readonly value: boolean | number;
      readonly explanation: string;
      readonly label?: string;
    }
  | { readonly reason: string };

/** Applies the output rule of a custom check to a value, or returns why the value is invalid. */
export function underRule(output: CustomOutput, value: boolean | number | string): Judged {
  switch (output.type) {
    case "boolean":
      if (typeof value !== "boolean") return { reason: `it returned ${shown(value)}; its output is true or false` };
      return {
        kind: value === output.passWhen ? "passed" : "failed",
        value,
        explanation: `the check returned ${value}`,
      };
    case "score": {
      const { min, max, passFrom = -Infinity, passTo = Infinity } = output;
      if (typeof value !== "number") return { reason: `it returned ${shown(value)}; its output is a number` };
      if (value < min || value > max) return { reason: `it returned ${value}, outside of its range ${min}..${max}` };
      const passes = value >= passFrom && value <= passTo;
      const limit = value < passFrom ? `below ${passFrom}` : value > passTo ? `above ${passTo}` : "in range";
      return { kind: passes ? "passed" : "failed", value, explanation: `score ${value}, ${limit}` };
    }
    case "category": {
      if (typeof value !== "string" || !output.categories.includes(value))
        return { reason: `it returned ${shown(value)}; its categories are ${output.categories.join(", ")}` };
      const passes = output.passing.includes(value);
      return { kind: passes ? "passed" : "failed", value: passes, label: value, explanation: `category ${value}` };
    }
    default:
      return unreachable(output);
  }
}

const quoteTargets = ["output", "input", "tool_calls", "conversation"] as const;

/** Locates quotes in a datapoint. Quotes that do not occur are dropped. */
export function evidenceOf(quotes: readonly string[], subject: Subject): readonly Evidence[] {
  return quotes.slice(0, evidenceAtMost).flatMap((quote) => found(quote.slice(0, quoteLength), subject));
}

/** Locates a quote in the first text that contains it; empty if it does not occur. */
function found(quote: string, subject: Subject): readonly Evidence[] {
  if (quote === "") return [];
  for (const target of quoteTargets) {
    const start = subject.text(target).text.indexOf(quote);
    if (start >= 0) return [{ target, start, end: start + quote.length, text: quote }];
  }
  return [];
}

const skipped = (reason: string): Outcome => ({ kind: "skipped", reason });
const broken = (reason: string): Outcome => ({ kind: "broken", reason });

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
