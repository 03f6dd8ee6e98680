import { RE2JS } from "re2js";
import type { PatternProblem } from "./parse-filter.ts";

/** Limits the length of patterns, which are written by hand. */
const patternLength = 500;
/** Limits the work for each character of a text: counted repetitions are written out. */
const patternSteps = 500;

/**
 * Returns the pattern that both back ends compile: RE2 syntax, where `.` also matches line feeds. Texts are
 * stored in lower case, so there the pattern ignores case.
 */
export function wholePattern(pattern: string, ignoreCase: boolean): string {
  return `${ignoreCase ? "(?is)" : "(?s)"}${pattern}`;
}

export function compilePattern(pattern: string, ignoreCase: boolean): (text: string) => boolean {
  const compiled = RE2JS.compile(wholePattern(pattern, ignoreCase));
  return (text) => compiled.matcher(text).find();
}

/** Explains to the author why a pattern is refused; undefined if it is valid. */
export function patternProblem(pattern: string): PatternProblem | undefined {
  if (pattern === "") return { message: "the pattern is empty" };
  if (pattern.length > patternLength) return { message: `the pattern is longer than ${patternLength} characters` };
  if (/\(\?<?[=!]/.test(pattern))
    return {
      message: "look-ahead and look-behind are not supported: patterns run in linear time (RE2)",
      hint: "combine two filters instead, for example output:~a -output:~b",
    };
  if (/\\[1-9]/.test(pattern))
    return { message: "back-references are not supported: patterns run in linear time (RE2)" };
  // Only one of the two engines supports these.
  if (/\\C|\\u|\0/.test(pattern))
    return { message: "\\C, \\u and NUL are not supported", hint: "write \\x{…} for a code point" };
  try {
    RE2JS.compile(wholePattern(pattern, true));
    return undefined;
  } catch (thrown) {
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return {
      message: `the pattern is not a regular expression: ${message}`,
      hint: "see github.com/google/re2/wiki/Syntax",
    };
  }
}

/** Explains why a pattern is refused in a query: a wrong one, or one that takes long for each character of a text. */
export function queryPatternProblem(pattern: string): PatternProblem | undefined {
  const problem = patternProblem(pattern);
  if (problem) return problem;
  const steps = RE2JS.compile(wholePattern(pattern, true)).programSize();
  if (steps <= patternSteps) return undefined;
  return {
    message: `the pattern takes ${steps} steps for each character of a text, at most ${patternSteps} are allowed`,
    hint: "use smaller repetitions, such as \\d+ instead of \\d{0,900}",
  };
}
