import type { DialectInput } from "@guanmingchiu/sqlparser-ts";
import { messageOf } from "../../../../platform/failure.ts";
import type { SqlDialect } from "./sql-dialects.ts";

/** Returns why statements do not parse; empty if they do. Loads only the requested grammar, 2 to 3 MB each. */
export async function parsesAsSql(dialect: SqlDialect, sql: string): Promise<readonly string[]> {
  return dialect === "postgresql" ? await readByPostgres(sql) : await readBySqlParser(dialect, sql);
}

async function readByPostgres(sql: string): Promise<readonly string[]> {
  const { loadModule, parseSync, SqlError } = await import("libpg-query");
  await loadModule();
  try {
    parseSync(sql);
    return [];
  } catch (thrown) {
    if (thrown instanceof SqlError) return [thrown.message.slice(0, 120)];
    throw thrown;
  }
}

async function readBySqlParser(dialect: Exclude<SqlDialect, "postgresql">, sql: string): Promise<readonly string[]> {
  const { init, validate } = await import("@guanmingchiu/sqlparser-ts");
  await init();
  try {
    validate(sql, grammarOf[dialect]);
    return [];
  } catch (thrown) {
    // Any other error is a crash of the parser on statements nested too deeply: its memory is no longer
    // reliable.
    const [, problem] = /^sql parser error: ([\s\S]+)/.exec(messageOf(thrown)) ?? [];
    if (problem === undefined) throw thrown;
    return [problem.slice(0, 120)];
  }
}

/** Names of the dialects in the two libraries. */
const grammarOf = {
  mysql: "mysql",
  mariadb: "mysql",
  sqlite: "sqlite",
  bigquery: "bigquery",
  snowflake: "snowflake",
  transactsql: "mssql",
  redshift: "redshift",
  trino: "generic",
  hive: "hive",
  db2: "generic",
  clickhouse: "clickhouse",
  databricks: "databricks",
  duckdb: "duckdb",
  oracle: "oracle",
  spark: "spark",
  teradata: "teradata",
  generic: "generic",
} as const satisfies Record<Exclude<SqlDialect, "postgresql">, DialectInput>;
