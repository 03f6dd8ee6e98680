import { z } from "zod";
import { messageOf } from "../../../platform/failure.ts";
import { type JsonValue, member, parseJson } from "../../../platform/json/json.ts";
import { jsonEqual } from "../../../platform/json/json-equal.ts";
import { linearPattern, linearPatternProblem } from "../../../platform/text/linear-pattern.ts";
import { defineCheck } from "../../check.ts";
import { property, skipped } from "../../verdicts/outcome.ts";
import { runParser } from "../output-security/syntax/parser.ts";
import { unfenced } from "./answer-json.ts";
import { format, propertyRule } from "./format.ts";

/** Expressions may run forever, so a separate thread evaluates them and can be stopped (docs/decisions/checks-run-synchronously-within-cpu-budgets.md). */
const common = { ...format, costClass: "expensive", mode: "online sampled", output: propertyRule, tier: 2 } as const;

export const jsonPathAssertion = defineCheck({
  ...common,
  name: "json_path_assertion",
  title: "Value at a JSON path",
  description:
    "A JSONata expression on the answer's JSON returns a truthy value or, where the option or `value` of the expected result sets one, an equal value.",
  severity: "major",
  needs: ["config"],
  source: "JSONata 2; promptfoo; OpenAI graders",
  options: z.strictObject({ expression: z.string().min(1).max(2000).optional(), expected: z.json().optional() }),
  evaluate: (subject, { expression, expected }) => {
    if (expression === undefined) return skipped("no expression is configured");
    const output = subject.text("output");
    const text = output.json.ok ? output.text : unfenced(output);
    if (!parseJson(text.trim()).ok) return property(false, "the answer is not JSON");
    const { problems, result = "undefined" } = runParser({ task: "jsonata", expression, json: text });
    if (problems[0] !== undefined) return property(false, problems[0]);
    const read = parseJson(result);
    const value = read.ok ? read.value : undefined;
    const wanted: JsonValue | undefined = expected ?? member(subject.expected, "value");
    const holds =
      wanted === undefined
        ? isTruthy(value)
        : value !== undefined && jsonEqual(value, wanted, { ignoreOrder: false, numericTolerance: 0 });
    return property(holds, `gives ${result.slice(0, 120)}`);
  },
});

const samples = z.array(z.string().max(2000)).max(100).default([]);

export const isRegexValid = defineCheck({
  ...common,
  name: "is_regex_valid",
  title: "Valid, safe regular expression",
  description:
    "The answer (its fence, or the slashes around it, taken away) is a pattern of the dialect that matches every sample it must and none that it must not, and is done with repetitive texts in time.",
  severity: "minor",
  source: "pattern generation; ReDoS (CWE-1333)",
  options: z.strictObject({ dialect: z.enum(["js", "re2"]).default("js"), positives: samples, negatives: samples }),
  evaluate: (subject, { dialect, positives, negatives }) => {
    const pattern = unfenced(subject.text("output"))
      .trim()
      .replace(/^`([^`\n]+)`$/, "$1")
      .replace(/^\/([^\n]+)\/[dgimsuvy]{0,6}$/, "$1");
    if (pattern === "" || pattern.includes("\n")) return property(false, "the answer is not one line");
    const problems =
      dialect === "re2" ? problemsOfRe2(pattern, positives, negatives) : problemsOfJs(pattern, positives, negatives);
    return property(
      problems.length === 0,
      problems.length === 0 ? "compiles and matches as required" : problems.slice(0, 3).join("; "),
    );
  },
});

function problemsOfRe2(pattern: string, positives: readonly string[], negatives: readonly string[]): readonly string[] {
  const problem = linearPatternProblem(pattern);
  if (problem !== undefined) return [problem];
  const compiled = linearPattern(pattern);
  return [
    ...positives.filter((sample) => !compiled.find(sample)).map((sample) => `does not match “${sample.slice(0, 60)}”`),
    ...negatives.filter((sample) => compiled.find(sample)).map((sample) => `matches “${sample.slice(0, 60)}”`),
  ];
}

function problemsOfJs(pattern: string, positives: readonly string[], negatives: readonly string[]): readonly string[] {
  try {
    return runParser({ task: "pattern", pattern, positives, negatives }).problems;
  } catch (thrown) {
    // Only a timeout can throw here: other failures are returned as problems.
    return [`takes too long on a repetitive text (${messageOf(thrown)})`];
  }
}

/**
 * Implements JSONata's $boolean: nothing, null, false, 0, "", [] and {} are false, and so is a list of only
 * such values.
 */
function isTruthy(value: JsonValue | undefined): boolean {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).some(isTruthy);
  if (typeof value === "object" && value !== null) return Object.keys(value).length > 0;
  return Boolean(value);
}
