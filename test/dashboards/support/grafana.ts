import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

export const grafanaFolder = new URL("../../../dashboards/grafana/", import.meta.url).pathname;

const Target = z.looseObject({
  datasource: z.looseObject({ uid: z.string() }),
  rawSql: z.string().optional(),
  expr: z.string().optional(),
  legendFormat: z.string().optional(),
});
const Panel = z.looseObject({
  id: z.int(),
  title: z.string(),
  type: z.string(),
  gridPos: z.strictObject({ x: z.int(), y: z.int(), w: z.int(), h: z.int() }),
  targets: z.array(Target).min(1),
});
const Dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  panels: z.array(Panel),
  templating: z.object({ list: z.array(z.looseObject({ name: z.string(), type: z.string(), query: z.string() })) }),
});

export const grafanaDashboards = readdirSync(join(grafanaFolder, "dashboards")).map((file) => {
  const text = readFileSync(join(grafanaFolder, "dashboards", file), "utf8");
  return { file, text, ...Dashboard.parse(JSON.parse(text)) };
});

/** Selected variables, with `$__all` for All, and the time range. */
export interface Chosen {
  readonly variables: Readonly<Record<string, readonly string[] | "$__all">>;
  readonly from: Date;
  readonly to: Date;
  readonly intervalSeconds: number;
}

/** Expands macros and variables like Grafana and its ClickHouse plugin. Throws for unknown ones. */
export function expanded(sql: string, { variables, from, to, intervalSeconds }: Chosen): string {
  const at = (time: Date) => `toDateTime(${Math.floor(time.getTime() / 1000)})`;
  const chosen = (name: string) => {
    const value = variables[name];
    if (value === undefined) throw new Error(`there is no variable ${name}`);
    return value;
  };
  const done = withConditions(sql, (name) => chosen(name) === "$__all")
    .replaceAll(/\$\{(\w+):singlequote\}/g, (_, name: string) => {
      const value = chosen(name);
      if (value === "$__all") throw new Error(`${name} is used with All selected`);
      return value.map((one) => `'${one.replaceAll("'", "\\'")}'`).join(",");
    })
    .replaceAll(
      /\$__timeFilter\((\w+)\)/g,
      (_, column: string) => `${column} >= ${at(from)} AND ${column} <= ${at(to)}`,
    )
    .replaceAll(/\$__timeInterval\((\w+)\)/g, `toStartOfInterval(toDateTime($1), INTERVAL ${intervalSeconds} second)`);
  if (/\$/.test(done)) throw new Error(`not expanded: ${/\$.{0,30}/.exec(done)?.[0]}`);
  return done;
}

/** Expands $__conditionalAll(condition, $variable), from the last to the first. */
function withConditions(sql: string, isAll: (name: string) => boolean): string {
  const macro = "$__conditionalAll(";
  const start = sql.lastIndexOf(macro);
  if (start === -1) return sql;
  let [depth, end, comma] = [1, start + macro.length, 0];
  for (; depth > 0 && end < sql.length; end++) {
    if (sql[end] === "(") depth++;
    else if (sql[end] === ")") depth--;
    else if (sql[end] === "," && depth === 1) {
      if (comma > 0) throw new Error("$__conditionalAll has more than two arguments");
      comma = end;
    }
  }
  const condition = sql.slice(start + macro.length, comma);
  const name = sql
    .slice(comma + 1, end - 1)
    .trim()
    .slice(1);
  return withConditions(sql.slice(0, start) + (isAll(name) ? "1=1" : condition) + sql.slice(end), isAll);
}
