import { Failure } from "../../platform/failure.ts";
import type { Query } from "./ast.ts";
import { type Parsed, type ParseOptions, parse } from "./parser.ts";
import { queryPatternProblem } from "./regex.ts";

/**
 * Parses a query; never throws. Everything that cannot be parsed is a problem with its range, never dropped
 * silently.
 */
export const parseQuery = (text: string, options: ParseOptions): Parsed =>
  parse(text, { ...options, patternProblem: queryPatternProblem });

/** Returns the query, or throws Failure("caller") with facts {problems}. */
export function requireQuery(text: string, options: ParseOptions): Query {
  const { query, problems } = parseQuery(text, options);
  const [first] = problems;
  if (!first) return query;
  throw new Failure("caller", `the query has a mistake at column ${first.range.start + 1}: ${first.message}`, {
    problems,
  });
}
