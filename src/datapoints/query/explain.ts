import type { Filter, Query } from "./ast.ts";
import { datapointReaders, type Matchable } from "./datapoint-facts.ts";
import { actual, compileQuery } from "./match.ts";
import { printQuery } from "./print.ts";

/** A clause that prevents a match, as written, and the datapoint's value there. */
export interface Obstacle {
  readonly clause: string;
  readonly actual: string;
}

/** Returns the clauses that a datapoint fails; empty if it matches. */
export function explain(query: Query, item: Matchable): readonly Obstacle[] {
  if (compileQuery(query, datapointReaders)(item)) return [];
  switch (query.kind) {
    case "and":
    case "or":
      return query.of.flatMap((each) => explain(each, item));
    case "not":
      return [{ clause: printQuery(query), actual: query.of.kind === "filter" ? seen(query.of, item) : "matches" }];
    case "filter":
      return [{ clause: printQuery(query), actual: seen(query, item) }];
    case "text":
      return [{ clause: printQuery(query), actual: "not in input, output or error" }];
    default:
      return [];
  }
}

function seen(filter: Filter, item: Matchable): string {
  if (filter.field !== "has") return actual(filter, datapointReaders, item);
  return compileQuery(filter, datapointReaders)(item) ? "present" : "absent";
}
