import type { Query } from "./ast.ts";

/**
 * The query without what it says of a field as a whole: the other values of a facet are counted as if none of its own
 * were chosen. What stands inside of OR or NOT stays, because leaving it out would mean something else.
 */
export function withoutField(query: Query, field: string): Query {
  if (query.kind === "filter") return query.field === field ? { kind: "all" } : query;
  if (query.kind !== "and") return query;
  const rest = query.of.map((each) => withoutField(each, field)).filter(({ kind }) => kind !== "all");
  const [first] = rest;
  if (!first) return { kind: "all" };
  return rest.length === 1 ? first : { kind: "and", of: rest };
}
