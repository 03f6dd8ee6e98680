import { z } from "zod";
import { linearPattern } from "../../../platform/text/linear-pattern.ts";
import { numbersOf, readNumber } from "../../../platform/text/numbers.ts";
import { defineCheck } from "../../check.ts";
import { UserPattern } from "../../check-options.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { answerOrValue } from "./answer-json.ts";
import { format, propertyRule } from "./format.ts";
import { formatNames, hasFormat } from "./named-formats.ts";

const target = z.enum(["output", "input", "tool_calls"]).default("output");
const flags = z
  .string()
  .regex(/^[ims]*$/, "flags are of i, m and s")
  .default("");
const ofText = { ...format, judges: "texts", targets: ["output", "input", "tool_calls"], costClass: "medium" } as const;

export const matchesRegex = defineCheck({
  ...ofText,
  name: "matches_regex",
  title: "Matches a regular expression",
  description: "The text matches the pattern, somewhere or as a whole. Patterns run in linear time (RE2 syntax).",
  severity: "major",
  output: propertyRule,
  source: "promptfoo regex; Guardrails RegexMatch; Phoenix MatchesRegex",
  options: z.strictObject({ pattern: UserPattern.optional(), flags, full_match: z.boolean().default(false), target }),
  evaluate: (subject, { pattern, flags, full_match: whole, target }) => {
    if (pattern === undefined) return skipped("no pattern is configured");
    const text = subject.text(target);
    const compiled = linearPattern(pattern, flags);
    const range = whole
      ? compiled.isWhole(text.trimmed)
        ? { start: 0, end: text.text.length }
        : undefined
      : compiled.find(text.text);
    return property(
      range !== undefined,
      range ? "matches" : "does not match",
      range ? [text.evidence(range.start, range.end)] : [],
    );
  },
});

export const notMatchesRegex = defineCheck({
  ...ofText,
  name: "not_matches_regex",
  title: "Does not match a regular expression",
  description: "The text matches none of the patterns. Patterns run in linear time (RE2 syntax).",
  severity: "major",
  output: propertyRule,
  source: "promptfoo not-regex; LLM Guard Regex",
  options: z.strictObject({ patterns: z.array(UserPattern).max(100).default([]), flags, target }),
  evaluate: (subject, { patterns, flags, target }) => {
    if (patterns.length === 0) return skipped("no patterns are configured");
    const text = subject.text(target);
    for (const pattern of patterns) {
      const range = linearPattern(pattern, flags).find(text.text);
      if (range) return property(false, `matches ${pattern.slice(0, 80)}`, [text.evidence(range.start, range.end)]);
    }
    return property(true, "matches none");
  },
});

export const validFormat = defineCheck({
  ...format,
  name: "valid_format",
  title: "String has a named format",
  description:
    "The answer, or the value at a path of its JSON, has the named format; check digits and code lists are looked at where there are any.",
  severity: "major",
  needs: ["config"],
  output: propertyRule,
  source: "Guardrails validators; JSON Schema formats; ISO 639, 3166, 4217, 8601, 13616",
  options: z.strictObject({ format: z.enum(formatNames).optional(), path: z.string().min(1).optional() }),
  evaluate: (subject, { format: name, path }) => {
    if (name === undefined) return skipped("no format is configured");
    const value = answerOrValue(subject.text("output"), path);
    if (value === undefined) return property(false, `the answer holds nothing at ${path}`);
    const holds = hasFormat(name, value.trim());
    return property(
      holds,
      `“${value.trim().slice(0, 60)}” is ${holds ? "a" : "no"} valid ${name.replaceAll("_", " ")}`,
    );
  },
});

export const numberInRange = defineCheck({
  ...format,
  name: "number_in_range",
  title: "Number in range",
  description:
    "The answer, the value at a path of its JSON, or the only number in it is a number between `min` and `max`.",
  severity: "major",
  output: propertyRule,
  source: "Guardrails ValidRange",
  options: z.strictObject({
    min: z.number().optional(),
    max: z.number().optional(),
    integer: z.boolean().default(false),
    path: z.string().min(1).optional(),
  }),
  evaluate: (subject, { min = -Infinity, max = Infinity, integer, path }) => {
    const text = answerOrValue(subject.text("output"), path);
    if (text === undefined) return property(false, `the answer holds nothing at ${path}`);
    const value = numberOf(text);
    if (value === undefined) return property(false, "the answer is not one number");
    if (integer && !Number.isInteger(value)) return property(false, `${value} isn't a whole number`);
    return property(value >= min && value <= max, `${value}, allowed ${min} to ${max}`);
  },
});

function numberOf(text: string): number | undefined {
  const whole = /^[-−+]?(?:\d[\d.,]*|\.\d+)(?:e[-+]?\d{1,3})?$/i.exec(text.trim());
  if (whole) {
    const plain = Number(text.trim().replace("−", "-"));
    if (Number.isFinite(plain)) return plain;
    const read = readNumber(text.replace(/[-−+]/g, ""));
    return read && (/^\s*[-−]/.test(text) ? -read.value : read.value);
  }
  const found = numbersOf(text);
  return found.length === 1 ? found[0]?.value : undefined;
}
