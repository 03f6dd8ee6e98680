import { type RawBuilder, sql } from "kysely";
import type { Filter, Query, Value } from "../../datapoints/index.ts";
import { Failure } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";

type Claim = RawBuilder<boolean>;

/**
 * Translates an issue query into a condition over `issues`, in both dialects; never NULL, so that NOT negates
 * it. `me` is the user of `is:mine`. Throws Failure("caller") for terms that issues do not support.
 */
export function issueClaim(query: Query, me: string): Claim {
  switch (query.kind) {
    case "all":
      return sql<boolean>`(1 = 1)`;
    case "and":
    case "or": {
      const parts = query.of.map((each) => issueClaim(each, me));
      return sql<boolean>`(${sql.join(parts, query.kind === "and" ? sql` and ` : sql` or `)})`;
    }
    case "not":
      return sql<boolean>`(not ${issueClaim(query.of, me)})`;
    case "text":
      return sql<boolean>`(${contains("title", query.text)} or ${contains("explanation", query.text)})`;
    case "filter": {
      const any = sql.join(
        query.values.map((value) => valueClaim(query, value, me)),
        sql` or `,
      );
      return query.op === ":!=" ? sql<boolean>`(not (${any}))` : sql<boolean>`(${any})`;
    }
    default:
      return unreachable(query);
  }
}

const columns = {
  id: "id",
  number: "number",
  state: "state",
  kind: "kind",
  severity: "severity",
  check: "check_name",
  "error.type": "error_type",
  monitor: "monitor_id",
  assignee: "assignee",
  title: "title",
  explanation: "explanation",
  release: "first_release",
  first: "first_seen_at",
  last: "last_seen_at",
} as const;
type Column = (typeof columns)[keyof typeof columns];

function columnOf(field: string): Column {
  const column = Object.hasOwn(columns, field) ? columns[field as keyof typeof columns] : undefined;
  if (!column) throw unable(field);
  return column;
}

function valueClaim(filter: Filter, value: Value, me: string): Claim {
  const { field, op } = filter;
  if (field === "is") return isClaim(wordOf(value, field), me);
  if (field === "has") return present(columnOf(wordOf(value, field)));
  const column = columnOf(field);
  switch (value.kind) {
    case "word":
      return wordClaim(column, value.text, filter);
    case "glob":
      return like(column, value.pattern.toLowerCase().split("*").map(escaped).join("%"));
    case "number":
      return compared(column, op, value.value);
    case "range":
      return sql<boolean>`(${sql.ref(column)} between ${value.from} and ${value.to})`;
    case "time":
      return timeClaim(column, op, value);
    default:
      return unreachable(value);
  }
}

function isClaim(word: string, me: string): Claim {
  switch (word) {
    case "regressed":
      return sql<boolean>`(regressed = 1)`;
    case "spiking":
      return present("spiking_since");
    case "mine":
      return equal("assignee", me);
    case "unassigned":
      return sql<boolean>`(assignee is null)`;
    default:
      return equal("state", word);
  }
}

function wordClaim(column: Column, text: string, { op, field }: Filter): Claim {
  if (op === ":~") throw unable(field);
  const isText = column === "title" || column === "explanation";
  if (isText) return op === ":" ? contains(column, text) : lowerEqual(column, text);
  return op === ":" && (column === "check_name" || column === "first_release")
    ? lowerEqual(column, text)
    : equal(column, text);
}

const signs = { ":": "=", ":=": "=", ":!=": "=", ":>": ">", ":>=": ">=", ":<": "<", ":<=": "<=" } as const;

function compared(column: Column, op: Filter["op"], value: number): Claim {
  if (op === ":~") throw unable(column);
  return sql<boolean>`(${sql.ref(column)} ${sql.raw(signs[op])} ${value})`;
}

function timeClaim(column: Column, op: Filter["op"], { at, until }: Extract<Value, { kind: "time" }>): Claim {
  const ref = sql.ref(column);
  switch (op) {
    case ":>":
      return sql<boolean>`(${ref} >= ${until})`;
    case ":>=":
      return sql<boolean>`(${ref} >= ${at})`;
    case ":<":
      return sql<boolean>`(${ref} < ${at})`;
    case ":<=":
      return sql<boolean>`(${ref} < ${until})`;
    default:
      return sql<boolean>`(${ref} >= ${at} and ${ref} < ${until})`;
  }
}

const present = (column: Column | "spiking_since") => sql<boolean>`(${sql.ref(column)} is not null)`;
const equal = (column: Column, text: string) =>
  sql<boolean>`(${sql.ref(column)} is not null and ${sql.ref(column)} = ${text})`;
const lowerEqual = (column: Column, text: string) =>
  sql<boolean>`(${sql.ref(column)} is not null and lower(${sql.ref(column)}) = ${text.toLowerCase()})`;
const like = (column: Column, pattern: string) =>
  sql<boolean>`(${sql.ref(column)} is not null and lower(${sql.ref(column)}) like ${pattern} escape '\\')`;
const contains = (column: Column, text: string) => like(column, `%${escaped(text.toLowerCase())}%`);
const escaped = (text: string) => text.replace(/[\\%_]/g, "\\$&");

const wordOf = (value: Value, field: string): string => {
  if (value.kind !== "word") throw unable(field);
  return value.text;
};

const unable = (field: string) =>
  new Failure("caller", `issues cannot be filtered by ${field} in this way`, { problem: "invalid-query", field: "q" });
