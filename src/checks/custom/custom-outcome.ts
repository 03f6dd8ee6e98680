import { z } from "zod";
import type { Subject } from "../../datapoints/traces/subject.ts";
import type { Evidence, Outcome } from "../verdicts/verdict.ts";
import type { CustomOutput } from "./custom-check.ts";

const explanationLength = 2000;
const evidenceAtMost = 20;
const quoteLength = 1000;

const Said = z.union([
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
 * What a custom check's answer means under its rule. Nothing (`undefined`, `null`) or `{skip}` says that the check does not apply; a
 * value of another kind, or outside of its range, is the check's mistake and never taken for a pass or a fail.
 */
export function outcomeOf(output: CustomOutput, returned: unknown, subject: Subject): Outcome {
  if (returned === undefined || returned === null) return skipped("the check says nothing of this datapoint");
  const skipping = Skipping.safeParse(returned);
  if (skipping.success) return skipped(skipping.data.skip.slice(0, explanationLength));
  const parsed = Said.safeParse(returned);
  if (!parsed.success) {
    return broken(`it returned ${shown(returned)}, which is neither a value nor {value, explanation, evidence}`);
  }
  const said = typeof parsed.data === "object" ? parsed.data : { value: parsed.data };
  const judged = underRule(output, said.value);
  if ("because" in judged) return broken(judged.because);
  const quotes = typeof said.evidence === "string" ? [said.evidence] : (said.evidence ?? []);
  return {
    ...judged,
    explanation: (said.explanation ?? judged.explanation).slice(0, explanationLength),
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
  | { readonly because: string };

/** What a value means under the rule of a custom check, or why it cannot be its value. */
export function underRule(output: CustomOutput, value: boolean | number | string): Judged {
  switch (output.type) {
    case "boolean":
      if (typeof value !== "boolean") return { because: `it returned ${shown(value)}; its output is true or false` };
      return {
        kind: value === output.passWhen ? "passed" : "failed",
        value,
        explanation: `the check returned ${value}`,
      };
    case "score": {
      const { min, max, passFrom = -Infinity, passTo = Infinity } = output;
      if (typeof value !== "number") return { because: `it returned ${shown(value)}; its output is a number` };
      if (value < min || value > max) return { because: `it returned ${value}, outside of its range ${min}..${max}` };
      const passes = value >= passFrom && value <= passTo;
      const limit = value < passFrom ? `below ${passFrom}` : value > passTo ? `above ${passTo}` : "in range";
      return { kind: passes ? "passed" : "failed", value, explanation: `score ${value}, ${limit}` };
    }
    case "category": {
      if (typeof value !== "string" || !output.categories.includes(value))
        return { because: `it returned ${shown(value)}; its categories are ${output.categories.join(", ")}` };
      const passes = output.passing.includes(value);
      return { kind: passes ? "passed" : "failed", value: passes, label: value, explanation: `category ${value}` };
    }
    default:
      return output satisfies never;
  }
}

const places = ["output", "input", "tool_calls", "conversation"] as const;

/** Where quotes stand in a datapoint; what nobody said is no evidence. */
export function evidenceOf(quotes: readonly string[], subject: Subject): readonly Evidence[] {
  return quotes.slice(0, evidenceAtMost).flatMap((quote) => found(quote.slice(0, quoteLength), subject));
}

/** Where a quote stands, in the first text that holds it; a quote that nobody said is no evidence. */
function found(quote: string, subject: Subject): readonly Evidence[] {
  if (quote === "") return [];
  for (const target of places) {
    const start = subject.text(target).text.indexOf(quote);
    if (start >= 0) return [{ target, start, end: start + quote.length, text: quote }];
  }
  return [];
}

const skipped = (because: string): Outcome => ({ kind: "skipped", because });
const broken = (because: string): Outcome => ({ kind: "broken", because });

function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
