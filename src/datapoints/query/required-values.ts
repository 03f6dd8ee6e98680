import type { Query } from "./ast.ts";
import { datapointReaders, type Matchable } from "./datapoint-facts.ts";
import type { QueryKey } from "./fields.ts";

/** Fields that are cheap to read and compared by equality. */
const keyedFields: ReadonlySet<string> = new Set<QueryKey>([
  "env",
  "service",
  "release",
  "model",
  "model.request",
  "model.response",
  "provider",
  "convention",
  "tag",
  "op",
  "source",
  "status",
  "error.type",
  "error.code",
  "finish",
  "session",
  "user",
]);

/** A required value of a datapoint field, in lower case. */
export interface RequiredValue {
  readonly field: string;
  readonly value: string;
}

/**
 * Returns values of which a datapoint must have at least one for the query to match; undefined if no such list
 * follows from the query. Having one is necessary, not sufficient.
 */
export function requiredValues(query: Query): readonly RequiredValue[] | undefined {
  switch (query.kind) {
    case "filter": {
      const { field, sub, op, values } = query;
      if (sub !== undefined || !keyedFields.has(field) || (op !== ":" && op !== ":=")) return undefined;
      const words = values.flatMap((value) => (value.kind === "word" ? value.text.toLowerCase() : []));
      return words.length === values.length ? words.map((value) => ({ field, value })) : undefined;
    }
    case "and":
      return query.of.map(requiredValues).find((required) => required !== undefined);
    case "or": {
      const all = query.of.map(requiredValues);
      return all.every((required) => required !== undefined) ? all.flat() : undefined;
    }
    default:
      return undefined;
  }
}

/** Returns a reader of a datapoint's values in such a field, in lower case. */
export function valuesIn(field: string): (datapoint: Matchable) => readonly string[] {
  const { facts } = datapointReaders.field(field, undefined);
  return (datapoint) => {
    const datum = facts(datapoint);
    if (datum === undefined) return [];
    return typeof datum === "object" ? datum.map(lower) : [lower(datum)];
  };
}

const lower = (value: string | number) => String(value).toLowerCase();
