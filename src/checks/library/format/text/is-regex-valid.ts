import { messageOf } from "../../../../platform/failure.ts";
import { linearPattern, linearPatternProblem } from "../../../../platform/text/linear-pattern.ts";
import { defineCheck, property, z } from "../../definition.ts";
import { runParser } from "../../output-security/syntax/parser.ts";
import { unfenced } from "../answer-json.ts";
import { expression } from "../shared-properties.ts";

/** A pattern of 64 KB can end the process: V8 compiles it by recursion. */
const longest = 5000;

const samples = z.array(z.string().max(2000)).max(100).default([]);

export const isRegexValid = defineCheck({
  ...expression,
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
    if (pattern.length > longest) return property(false, `longer than ${longest} characters`);
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
