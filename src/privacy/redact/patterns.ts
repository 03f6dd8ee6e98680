import { LRUCache } from "lru-cache";
import { RE2JS } from "re2js";
import { patternLimits, patternProblem, type RedactionPattern } from "../../datapoints/index.ts";
import { Failure } from "../../platform/failure.ts";
import type { Sensitive } from "./finders.ts";

/** Returns why a pattern is not acceptable, as text for its author; undefined if it is. */
export function redactionPatternProblem({ name, pattern }: RedactionPattern): string | undefined {
  if (!/^[a-z][a-z0-9_]{0,39}$/.test(name))
    return `the name ${JSON.stringify(name.slice(0, 60))} must be a letter and up to 39 lower-case letters, digits and _`;
  const problem = patternProblem(pattern);
  if (problem) return problem.hint === undefined ? problem.message : `${problem.message} (${problem.hint})`;
  const compiled = RE2JS.compile(pattern);
  if (compiled.programSize() > patternLimits.programSize)
    return "the pattern compiles to too large a program: use smaller repetitions";
  if (compiled.matcher("").find()) return "the pattern matches the empty text, so it would match everywhere";
  return undefined;
}

/** Patterns by their text: the redactors of one thread share them, because large ones take milliseconds to compile. */
const known = new LRUCache<string, RE2JS>({ max: 500 });

/** Compiles a pattern for the redactors of this thread. Throws Failure("caller") if redactionPatternProblem rejects it. */
export function compileRedactionPattern(each: RedactionPattern): RE2JS {
  const before = known.get(each.pattern);
  if (before) return before;
  const problem = redactionPatternProblem(each);
  if (problem !== undefined) throw new Failure("caller", problem, { pattern: each.name });
  const compiled = RE2JS.compile(each.pattern);
  known.set(each.pattern, compiled);
  return compiled;
}

/** Finds matches of the patterns. Throws Failure("caller") for a pattern that redactionPatternProblem rejects. */
export function createPatternFinder(patterns: readonly RedactionPattern[]): (text: string) => readonly Sensitive[] {
  const compiled = patterns.map((each) => ({ type: each.name, pattern: compileRedactionPattern(each) }));
  return (text) => {
    const found: Sensitive[] = [];
    for (const { type, pattern } of compiled) {
      const matcher = pattern.matcher(text);
      while (matcher.find())
        if (matcher.end() > matcher.start()) found.push({ start: matcher.start(), end: matcher.end(), type });
    }
    return found;
  };
}
