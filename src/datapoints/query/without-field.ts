import type { Query } from "./ast.ts";

/**
 * Returns the query without its top-level filters on a field, so that a facet also counts the values that were
 * not chosen. Filters inside OR or NOT stay, because removing them would change the meaning.
 */
export function withoutField(query: Query, field: string): Query {
  if (query.kind === "filter") return query.field === field ? { kind: "all" } : query;
  if (query.kind !== "and") return query;
  const rest = query.of.map((each) => withoutField(each, field)).filter(({ kind }) => kind !== "all");
  const [first] = rest;
  if (!first) return { kind: "all" };
  return rest.length === 1 ? first : { kind: "and", of: rest };
}
