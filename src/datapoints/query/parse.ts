import { Failure } from "../../platform/failure.ts";
import type { Query } from "./ast.ts";
import { type Parsed, type ParseOptions, parse } from "./parser.ts";
import { patternProblem } from "./regex.ts";

/** Reads a query; never throws. Everything that is not understood is a problem with its place, never dropped. */
export const parseQuery = (text: string, options: ParseOptions): Parsed => parse(text, { ...options, patternProblem });

/** The query, or Failure("caller") with facts {problems} where it has any. */
export function requireQuery(text: string, options: ParseOptions): Query {
  const { query, problems } = parseQuery(text, options);
  const [first] = problems;
  if (!first) return query;
  throw new Failure("caller", `the query has a mistake at column ${first.place.start + 1}: ${first.message}`, {
    problems,
  });
}
