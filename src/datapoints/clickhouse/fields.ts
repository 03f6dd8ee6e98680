import { type StoredQueryKey, storedEntries } from "../fields/catalogue.ts";
import { columnOf, type StoredField } from "../fields/stored-field.ts";
import type { ComputedKey } from "../query/fields.ts";
import { type ParamField, paramFields, paramKeys } from "../query/params.ts";
import { inRange } from "../readers/scope-sql.ts";
import { countShape, resendCount } from "../retries.ts";

/**
 * How a field is compared. `word`: exact; `text`: already folded (see domain/searched-text.ts), compared by
 * contains; `list`: an Array(String), matched when any element is; `time`: a DateTime64 in UTC.
 */
export type FieldType = "word" | "text" | "number" | "time" | "list";

export interface FieldSql {
  readonly type: FieldType;
  /** Expression over the columns of `datapoints`. NULL when absent: wrap comparisons in ifNull(…, 0). */
  readonly sql: string;
  /** The columns of a list, each compared separately: building the list for every row costs several times as much. */
  readonly madeOf?: { readonly words: readonly string[]; readonly lists: readonly string[] };
}

/** Expressions of the query fields that are no stored field of the catalogue. */
const computedSql = {
  id: { type: "word", sql: "id" },
  model: {
    type: "list",
    sql: "arrayMap(x -> assumeNotNull(x), arrayFilter(x -> isNotNull(x), [request_model, response_model]))",
    madeOf: { words: ["request_model", "response_model"], lists: [] },
  },
  status: { type: "word", sql: "if(error_type IS NULL, 'ok', 'error')" },
  error: { type: "text", sql: "error_text" },
  tool: { type: "list", sql: "tool_names" },
  failed_step: {
    type: "list",
    sql: "arrayMap(step -> step.1, JSONExtract(failures, 'steps', 'Array(Tuple(name String))'))",
  },
  is: {
    type: "list",
    sql: "arrayConcat([if(error_type IS NULL, 'ok', 'error')], if(ifNull(streaming, false), ['streaming'], []), flags)",
    madeOf: {
      words: ["if(error_type IS NULL, 'ok', 'error')", "if(streaming, 'streaming', NULL)"],
      lists: ["flags"],
    },
  },
  "prompt.name": {
    type: "word",
    sql: "if(mapContains(attributes, 'gen_ai.prompt.name'), attributes['gen_ai.prompt.name'], NULL)",
  },
  "prompt.version": {
    type: "word",
    sql: "if(mapContains(attributes, 'gen_ai.prompt.version'), attributes['gen_ai.prompt.version'], NULL)",
  },
  size: { type: "number", sql: "length(input_text) + length(output_text)" },
  input: { type: "text", sql: "input_text" },
  output: { type: "text", sql: "output_text" },
  system: { type: "text", sql: "system_text" },
  tps: {
    type: "number",
    sql: "if(duration_ms - ifNull(time_to_first_token_ms, 0) > 0, output_tokens * 1000 / (duration_ms - ifNull(time_to_first_token_ms, 0)), NULL)",
  },
  retries: {
    type: "number",
    sql: `if(match(attributes['${resendCount}'], '${countShape.source}'), toFloat64OrNull(attributes['${resendCount}']), NULL)`,
  },
  monitor: { type: "list", sql: "monitor_ids" },
} satisfies Readonly<Record<Exclude<ComputedKey, "issue" | "feedback" | "feedback.comment" | ParamField>, FieldSql>>;

/** Settings of a request are stored in one map of JSON values, by the names of the datapoint's JSON. */
function paramSql({ key, type }: (typeof paramFields)[number]): FieldSql {
  const name = `'${paramKeys[key]}'`;
  return type === "number"
    ? { type, sql: `toFloat64OrNull(params[${name}])` }
    : { type: "word", sql: jsonTextSql("params", name) };
}

/** A value of a map of JSON: a string unchanged, anything else as JSON. */
const jsonTextSql = (map: string, key: string) =>
  `if(mapContains(${map}, ${key}), if(startsWith(${map}[${key}], '"'), JSONExtractString(${map}[${key}]), ${map}[${key}]), NULL)`;

const typeOf: Readonly<Record<StoredField["kind"], FieldType>> = {
  text: "word",
  word: "word",
  optionalText: "word",
  optionalWord: "word",
  number: "number",
  optionalNumber: "number",
  optionalBoolean: "word",
  texts: "list",
  words: "list",
  time: "time",
};

function fieldSqlOf(key: string, { kind }: StoredField): FieldSql {
  const column = columnOf(key);
  const sql =
    kind === "optionalBoolean" ? `if(${column} IS NULL, NULL, if(assumeNotNull(${column}), 'true', 'false'))` : column;
  return { type: typeOf[kind], sql };
}

/**
 * Query field → typed SQL expression. Readers select `FROM datapoints FINAL` and always bind the parameters
 * {project:String}, {from:DateTime64(3, 'UTC')} (inclusive) and {to:DateTime64(3, 'UTC')} (exclusive).
 */
export const fields = {
  ...(Object.fromEntries(paramFields.map((one) => [one.key, paramSql(one)])) as Readonly<Record<ParamField, FieldSql>>),
  ...computedSql,
  ...(Object.fromEntries(
    storedEntries.flatMap(([key, field]) => (field.query ? [[field.query.key, fieldSqlOf(key, field)]] : [])),
  ) as Readonly<Record<StoredQueryKey, FieldSql>>),
};

/** `attr.<key>`: the first thousand characters of the value as text. `key` is a bound parameter's placeholder. */
export const attributeSql = (key: string): FieldSql => ({
  type: "word",
  sql: `if(mapContains(attributes, ${key}), attributes[${key}], NULL)`,
});

/** `meta.<key>`: a string unchanged, anything else as JSON. */
export const metadataSql = (key: string): FieldSql => ({ type: "word", sql: jsonTextSql("metadata", key) });

/** `check.<slug>:<state>`: a predicate over the row. `check` and `state` are placeholders of bound parameters. */
export const checkSql = (check: string, state: string): string =>
  `id IN (SELECT datapoint_id FROM verdicts FINAL WHERE ${inRange} AND check = ${check} AND state = ${state})`;

/** `score.<slug>`: a predicate over the row; `compare` receives the SQL of the value. */
export const scoreSql = (check: string, compare: (value: string) => string): string =>
  `id IN (SELECT datapoint_id FROM verdicts FINAL WHERE ${inRange} AND check = ${check} AND ifNull(${compare("value")}, 0))`;

/** `issue:<id>`: a predicate over the row; `compare` receives the SQL of the issue id. */
export const issueSql = (compare: (issue: string) => string): string =>
  `id IN (SELECT datapoint_id FROM findings FINAL WHERE ${inRange} AND ${compare("issue_id")})`;
