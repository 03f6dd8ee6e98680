import { defineCheck, property, skipped, z } from "../../definition.ts";
import { evidenceOf, sqlIn } from "../found-code.ts";
import { sqlQuery } from "../shared-properties.ts";
import { sqlStatements } from "./sql-tokens.ts";

export const sqlAllowedObjects = defineCheck({
  ...sqlQuery,
  name: "sql_allowed_objects",
  title: "SQL touches only known tables and columns",
  description:
    "Every table that the SQL of the answer or of a tool call names after FROM, JOIN, INTO, UPDATE or TABLE is in the schema, and every column that it names through a table or its alias (`t.price`) is one of that table's; `*` by option.",
  severity: "major",
  needs: ["config"],
  tier: 2,
  source: "text-to-SQL; Guardrails",
  options: z.strictObject({
    /** Columns by table; an empty list allows all: `{"orders": ["id", "total"], "shops": []}`. */
    schema: z.record(z.string().min(1), z.array(z.string().min(1)).max(2000)).default({}),
    allow_star: z.boolean().default(true),
  }),
  evaluate: (subject, { schema, allow_star: allowsStar }) => {
    const tables = new Map(
      Object.entries(schema).map(([table, columns]) => [
        table.toLowerCase(),
        new Set(columns.map((column) => column.toLowerCase())),
      ]),
    );
    if (tables.size === 0) return skipped("no schema is configured");
    const pieces = sqlIn(subject);
    if (pieces.length === 0) return skipped("the response holds no SQL");
    for (const piece of pieces)
      for (const { tokens, start, end } of sqlStatements(piece.code)) {
        const problem = problemOf(tokens.map(bare), tables, allowsStar);
        if (problem !== undefined) return property(false, problem, evidenceOf(subject, piece, start, end - start));
      }
    return property(true, "every table and column is known");
  },
});

const bare = (token: string) => token.replace(/^["`[]|["`\]]$/g, "").toLowerCase();

const isName = (token: string | undefined) => token !== undefined && /^[\p{L}_][\p{L}\p{N}_$ ]*$/u.test(token);

const keywords = new Set(
  "select from where join inner left right full outer cross on group order by having limit union all except intersect as set values using natural lateral with window fetch offset for when then else end and or not in is like between case returning".split(
    " ",
  ),
);

type Tables = ReadonlyMap<string, ReadonlySet<string>>;

function problemOf(tokens: readonly string[], tables: Tables, allowsStar: boolean): string | undefined {
  const named = tablesIn(tokens);
  const unknown = named.find(({ table }) => !tables.has(table));
  if (unknown) return `the table ${unknown.table} is not known`;
  const aliases = new Map(named.flatMap(({ table, alias }) => [[table, table] as const, [alias, table] as const]));
  const column = unknownColumn(tokens, tables, aliases);
  if (column !== undefined) return `the column ${column} is not known`;
  const takesAll = tokens.some(
    (token, at) => token === "*" && /^(?:select|distinct|all|\.|,)$/.test(tokens[at - 1] ?? ""),
  );
  return takesAll && !allowsStar ? "all columns are selected" : undefined;
}

/** Returns the tables of a statement with their aliases, without those that it defines (WITH). */
function tablesIn(tokens: readonly string[]): readonly { readonly table: string; readonly alias: string }[] {
  const own = new Set(tokens.filter((token, at) => isName(token) && tokens[at + 1] === "as" && tokens[at + 2] === "("));
  return tokens.flatMap((_, at) => {
    if (!isBeforeTable(tokens, at)) return [];
    let end = at + 1;
    // In schema.table, the last part is the table.
    while (tokens[end + 1] === "." && isName(tokens[end + 2])) end += 2;
    const table = tokens[end] ?? "";
    if (tokens[end + 1] === "(" || own.has(table)) return [];
    const alias = tokens[end + (tokens[end + 1] === "as" ? 2 : 1)];
    return [{ table, alias: alias !== undefined && isName(alias) && !keywords.has(alias) ? alias : table }];
  });
}

function isBeforeTable(tokens: readonly string[], at: number): boolean {
  const [token = "", next] = [tokens[at], tokens[at + 1]];
  if (next === undefined || !isName(next) || keywords.has(next)) return false;
  if (token === ",") return isInFrom(tokens, at);
  return /^(?:from|join|into|update|table)$/.test(token) && !(token === "from" && isFunctionFrom(tokens, at));
}

/** Finds a qualified column that its table does not have. */
function unknownColumn(
  tokens: readonly string[],
  tables: Tables,
  aliases: ReadonlyMap<string, string>,
): string | undefined {
  for (const [at, token] of tokens.entries()) {
    const [table, column] = [aliases.get(token), tokens[at + 2]];
    if (tokens[at + 1] !== "." || table === undefined || column === undefined || !isName(column)) continue;
    const columns = tables.get(table);
    if (tokens[at + 3] !== "." && columns && columns.size > 0 && !columns.has(column)) return `${table}.${column}`;
  }
  return undefined;
}

/** Returns whether a comma separates the tables of FROM. */
function isInFrom(tokens: readonly string[], at: number): boolean {
  for (let before = at - 1, depth = 0; before >= 0 && at - before < 60; before--) {
    const token = tokens[before] ?? "";
    if (token === ")") depth++;
    else if (token === "(" && depth-- === 0) return false;
    else if (depth === 0 && token === "from") return true;
    else if (depth === 0 && /^(?:select|where|by|on|set|values|having)$/.test(token)) return false;
  }
  return false;
}

/** Recognizes `extract(day from x)` and `trim(both ' ' from x)`, where no table follows FROM. */
function isFunctionFrom(tokens: readonly string[], at: number): boolean {
  for (let before = at - 1; before >= 0 && at - before < 12; before--) {
    if (tokens[before] === "select" || tokens[before] === "delete") return false;
    if (tokens[before] === "(") return /^(?:extract|trim|substring|overlay|position)$/.test(tokens[before - 1] ?? "");
  }
  return false;
}
