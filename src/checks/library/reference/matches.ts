import { z } from "zod";
import type { Json } from "../../../platform/json/json.ts";
import { type JsonValue, member, parseJson } from "../../../platform/json/json.ts";
import { jsonEqual } from "../../../platform/json/json-equal.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped, within } from "../../verdicts/outcome.ts";
import { ofReference, tokensOf, withReferences } from "./reference.ts";

const boolean = { type: "boolean", rule: "pass when true" } as const;

export const exactMatch = defineCheck({
  ...ofReference,
  name: "exact_match",
  title: "Exact match",
  description: "The answer equals a reference after Unicode composition and, by default, trimming.",
  output: boolean,
  source: "Ragas ExactMatch; OpenAI string_check",
  options: z.strictObject({ trim: z.boolean().default(true), case_sensitive: z.boolean().default(true) }),
  evaluate: (subject, options) =>
    withReferences(subject, (references) => {
      const form = (text: string) => {
        const composed = (options.trim ? text.trim() : text).normalize("NFC");
        return options.case_sensitive ? composed : composed.toLowerCase();
      };
      const output = form(subject.output);
      return property(
        references.some((each) => form(each) === output),
        "compared with the reference",
      );
    }),
});

export const normalizedMatch = defineCheck({
  ...ofReference,
  name: "normalized_match",
  title: "Normalised match",
  description: "The answer equals a reference when case, punctuation, articles and white space do not count.",
  output: boolean,
  source: "SQuAD exact match (Rajpurkar et al. 2016)",
  options: z.strictObject({ remove_articles: z.boolean().default(true) }),
  evaluate: (subject, { remove_articles: removes }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, removes).join(" ");
      return property(
        references.some((each) => tokensOf(each, removes).join(" ") === output),
        "compared with the reference",
      );
    }),
});

export const containsReference = defineCheck({
  ...ofReference,
  name: "contains_reference",
  title: "Contains the reference",
  description:
    "A reference occurs in the answer as whole words, both normalised; reversed, the answer occurs in the reference.",
  output: boolean,
  source: "OpenAI evals Includes; promptfoo contains",
  options: z.strictObject({ reverse: z.boolean().default(false) }),
  evaluate: (subject, { reverse }) =>
    withReferences(subject, (references) => {
      const padded = (text: string) => ` ${tokensOf(text, true).join(" ")} `;
      const output = padded(subject.output);
      const holds = references.some((each) =>
        reverse ? padded(each).includes(output) : output.includes(padded(each)),
      );
      return property(holds, holds ? "the reference occurs" : "the reference does not occur");
    }),
});

export const tokenF1 = defineCheck({
  ...ofReference,
  name: "token_f1",
  title: "Token F1",
  description:
    "F1 (or precision, or recall) of the normalised tokens of answer and reference as multisets, the best over references.",
  output: { type: "score", rule: "0..1; pass ≥ 0.6" },
  source: "SQuAD F1 (Rajpurkar et al. 2016); HELM",
  options: z.strictObject({
    threshold: z.number().min(0).max(1).default(0.6),
    metric: z.enum(["f1", "precision", "recall"]).default("f1"),
  }),
  evaluate: (subject, { threshold, metric }) =>
    withReferences(subject, (references) => {
      const output = tokensOf(subject.output, true);
      const best = Math.max(...references.map((each) => overlap(output, tokensOf(each, true))[metric]));
      return within(best, { min: threshold }, `token ${metric}`);
    }),
});

export const jsonEquals = defineCheck({
  ...ofReference,
  name: "json_equals",
  title: "JSON deep equal",
  description:
    "The answer parsed as JSON equals the reference, regardless of key order; ignored paths are top-level keys.",
  output: boolean,
  source: "promptfoo equals; OpenAI graders",
  options: z.strictObject({
    ignore: z.array(z.string()).default([]),
    ignore_array_order: z.boolean().default(false),
    numeric_tolerance: z.number().nonnegative().default(0),
  }),
  evaluate: (subject, options) => {
    const reference = referenceJson(subject.expected);
    if (reference === undefined) return skipped("the reference is not JSON");
    const { json } = subject.text("output");
    if (!json.ok) return property(false, `not JSON: ${json.message}`);
    const how = { ignoreOrder: options.ignore_array_order, numericTolerance: options.numeric_tolerance };
    const same = jsonEqual(without(json.value, options.ignore), without(reference, options.ignore), how);
    return property(same, same ? "equal" : "not equal");
  },
});

export function referenceJson(expected: Json | undefined): JsonValue | undefined {
  const given = member(expected, "reference") ?? expected;
  if (typeof given !== "string") return given;
  const read = parseJson(given);
  return read.ok ? read.value : undefined;
}

function overlap(output: readonly string[], reference: readonly string[]) {
  const left = Map.groupBy(reference, (token) => token);
  const shared = output.filter((token) => left.get(token)?.pop() !== undefined).length;
  const precision = output.length === 0 ? 0 : shared / output.length;
  const recall = reference.length === 0 ? 0 : shared / reference.length;
  if (output.length === 0 && reference.length === 0) return { precision: 1, recall: 1, f1: 1 };
  return { precision, recall, f1: shared === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

function without(value: JsonValue, keys: readonly string[]): JsonValue {
  if (keys.length === 0 || typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}
