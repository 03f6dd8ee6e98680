import { Failure } from "../../platform/failure.ts";
import { unreachable } from "../../platform/http/unreachable.ts";
import { findField } from "../query/field.ts";
import { datapointFields } from "../query/fields.ts";
import type { Filter, Query, Value } from "../query/index.ts";
import { wholePattern } from "../query/regex.ts";
import { type TraceField, traceFields } from "../query/trace-facts.ts";
import { foldForSearch } from "../text/searched-text.ts";
import { feedbackFields, feedbackSql } from "./feedback-sql.ts";
import { attributeSql, checkSql, type FieldSql, fields, issueSql, metadataSql, scoreSql } from "./fields.ts";
import { traceSql } from "./trace-sql.ts";

export interface Predicate {
  /**
   * Predicate over a row of `datapoints`: 0 or 1, never NULL. Contains only {name:Type} placeholders and names of
   * fields.ts.
   */
  readonly sql: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * Translates a query to a ClickHouse predicate with the meaning of docs/query.md. Value parameters are called
 * q0, q1, …; the reader binds project, from and to (see fields.ts).
 */
export function querySql(query: Query): Predicate {
  const params: Record<string, string | number> = {};
  const bind: Bind = (value, type = "String") => {
    const name = `q${Object.keys(params).length}`;
    params[name] = value;
    return `{${name}:${type}}`;
  };
  return { sql: claim(query, bind), params };
}

type Bind = (value: string | number, type?: "String" | "Float64" | "Int64") => string;

function claim(query: Query, bind: Bind): string {
  switch (query.kind) {
    case "all":
      return "1";
    case "and":
    case "or":
      return `(${query.of.map((each) => claim(each, bind)).join(query.kind === "and" ? " AND " : " OR ")})`;
    case "not":
      return `NOT (${claim(query.of, bind)})`;
    case "text": {
      const needle = bind(likeContains(foldForSearch(query.text)));
      const columns = [fields.input, fields.output, fields.error];
      return `(${columns.map(({ sql }) => `${sql} LIKE ${needle}`).join(" OR ")})`;
    }
    case "filter":
      return filterClaim(query, bind);
    default:
      return unreachable(query);
  }
}

function filterClaim(filter: Filter, bind: Bind): string {
  const any = filter.values.map((value) => valueClaim(filter, value, bind)).join(" OR ");
  return filter.op === ":!=" ? `NOT (${any})` : `(${any})`;
}

function valueClaim(filter: Filter, value: Value, bind: Bind): string {
  switch (filter.field) {
    case "has":
      return presence(textOf(value), bind);
    case "parent.attr":
    case "trace.attr":
    case "resource.attr":
    case "scope":
      return traceClaim(filter.field, filter.sub ?? "", bind, (sql) =>
        scalarClaim(sql, "word", { filter, value, bind }),
      );
    case "check":
      return checkSql(bind(filter.sub ?? ""), bind(textOf(value)));
    case "score":
      return scoreSql(bind(filter.sub ?? ""), (sql) => numberClaim(sql, filter.op, value, bind));
    case "issue":
      return issueClaim(filter.op, value, bind);
    case "feedback":
    case "feedback.comment":
    case "feedback.score":
    case "feedback.label":
      return feedbackSql(filter.field, bind(filter.sub ?? ""), (sql, type) =>
        scalarClaim(sql, type, { filter, value, bind }),
      );
    default: {
      const { type, sql, madeOf } = fieldSql(filter.field, filter.sub, bind);
      const comparison = { filter, value, bind };
      if (type !== "list") return `ifNull(${scalarClaim(sql, type, comparison)}, 0)`;
      const { words, lists } = madeOf ?? { words: [], lists: [sql] };
      return `(${[
        ...words.map((word) => `ifNull(${scalarClaim(word, "word", comparison)}, 0)`),
        ...lists.map((list) => `arrayExists(x -> ${scalarClaim("x", "word", comparison)}, ${list})`),
      ].join(" OR ")})`;
    }
  }
}

/** The claim is about the spans of the trace, which are stored in another table. */
function traceClaim(field: TraceField, name: string, bind: Bind, claimOf: (sql: string) => string): string {
  return traceSql(field, name, bind(field === "scope" ? name.replace(/^attr\./, "") : name), claimOf);
}

function fieldSql(key: string, sub: string | undefined, bind: Bind): FieldSql {
  if (key === "attr") return attributeSql(bind(sub ?? ""));
  if (key === "meta") return metadataSql(bind(sub ?? ""));
  const found = Object.hasOwn(fields, key) ? fields[key as keyof typeof fields] : undefined;
  if (!found) throw new Failure("defect", `no column for the field ${key}`);
  return found;
}

interface Comparison {
  readonly filter: Filter;
  readonly value: Value;
  readonly bind: Bind;
}

function scalarClaim(sql: string, type: FieldSql["type"], { filter, value, bind }: Comparison): string {
  const domainType = datapointFields.find(({ key }) => key === filter.field)?.type;
  switch (value.kind) {
    case "word":
      return wordClaim(
        { sql, text: value.text, ignoresCase: domainType === "name" || domainType === "any" },
        type,
        filter,
        bind,
      );
    case "glob":
      if (type === "text") return `${sql} LIKE ${bind(`%${globLike(value.pattern.toLowerCase())}%`)}`;
      return domainType === "id"
        ? `${sql} LIKE ${bind(globLike(value.pattern))}`
        : `lowerUTF8(${sql}) LIKE ${bind(globLike(value.pattern.toLowerCase()))}`;
    case "number":
    case "range":
      return numberClaim(domainType === "any" ? numberIn(sql) : sql, filter.op, value, bind);
    case "time":
      return timeClaim(sql, filter.op, value, bind);
    default:
      return unreachable(value);
  }
}

function wordClaim(
  { sql, text, ignoresCase }: { readonly sql: string; readonly text: string; readonly ignoresCase: boolean },
  type: FieldSql["type"],
  { op }: Filter,
  bind: Bind,
): string {
  if (op === ":~") return `match(${sql}, ${bind(wholePattern(text, type === "text"))})`;
  if (type === "text") {
    const folded = foldForSearch(text);
    return op === ":" ? `${sql} LIKE ${bind(likeContains(folded))}` : `${sql} = ${bind(folded)}`;
  }
  return op === ":" && ignoresCase ? `lowerUTF8(${sql}) = ${bind(foldForSearch(text))}` : `${sql} = ${bind(text)}`;
}

const signs = { ":": "=", ":=": "=", ":!=": "=", ":>": ">", ":>=": ">=", ":<": "<", ":<=": "<=" } as const;

function numberClaim(sql: string, op: Filter["op"], value: Value, bind: Bind): string {
  if (value.kind === "range") return `${sql} BETWEEN ${bind(value.from, "Float64")} AND ${bind(value.to, "Float64")}`;
  if (value.kind !== "number" || op === ":~") throw new Failure("defect", `${op} is not for numbers`);
  return `${sql} ${signs[op]} ${bind(value.value, "Float64")}`;
}

function timeClaim(sql: string, op: Filter["op"], value: Extract<Value, { kind: "time" }>, bind: Bind): string {
  const instant = (at: number) => `fromUnixTimestamp64Milli(${bind(at, "Int64")}, 'UTC')`;
  switch (op) {
    case ":>":
      return `${sql} >= ${instant(value.until)}`;
    case ":>=":
      return `${sql} >= ${instant(value.at)}`;
    case ":<":
      return `${sql} < ${instant(value.at)}`;
    case ":<=":
      return `${sql} < ${instant(value.until)}`;
    default:
      return `(${sql} >= ${instant(value.at)} AND ${sql} < ${instant(value.until)})`;
  }
}

function issueClaim(op: Filter["op"], value: Value, bind: Bind): string {
  return issueSql((sql) => {
    if (value.kind === "glob") return `${sql} LIKE ${bind(globLike(value.pattern))}`;
    return op === ":~"
      ? `match(${sql}, ${bind(wholePattern(textOf(value), false))})`
      : `${sql} = ${bind(textOf(value))}`;
  });
}

/** Translates `has:`. The error's text can be empty where its type is known. */
function presence(name: string, bind: Bind): string {
  const found = findField(datapointFields, name);
  if (!found) throw new Failure("defect", `no field ${name}`);
  const key = found.field.key === "error" ? "error.type" : found.field.key;
  if (key === "issue") return issueSql(() => "1");
  const given = feedbackFields.find((field) => field === key);
  if (given) return feedbackSql(given, bind(found.sub ?? ""), (sql) => `isNotNull(${sql})`);
  const around = traceFields.find((field) => field === key);
  if (around) return traceClaim(around, found.sub ?? "", bind, (sql) => `isNotNull(${sql})`);
  const { type, sql } = fieldSql(key, found.sub, bind);
  if (type === "list") return `notEmpty(${sql})`;
  return type === "text" ? `${sql} != ''` : `isNotNull(${sql})`;
}

/** Accepts the same numbers as `plainNumber` of the domain. */
const numberIn = (sql: string) =>
  `if(match(ifNull(${sql}, ''), '^-?[0-9]+(\\\\.[0-9]+)?([eE][+-]?[0-9]+)?$'), toFloat64OrNull(ifNull(${sql}, '')), NULL)`;

/** LIKE lets ClickHouse use the n-gram indexes; `%`, `_` and backslash match literally. */
const escapeLike = (text: string) => text.replace(/[\\%_]/g, "\\$&");
const likeContains = (text: string) => `%${escapeLike(text)}%`;
const globLike = (pattern: string) => escapeLike(pattern).replaceAll("*", "%");

const textOf = (value: Value) => (value.kind === "word" ? value.text : "");
