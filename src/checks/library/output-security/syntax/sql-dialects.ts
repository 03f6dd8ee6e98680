/**
 * Dialects of SQL. `postgresql` is read by PostgreSQL's own grammar, the others by the grammar of that name of
 * sqlparser-rs; dialects that it does not have (mariadb, trino, db2) by the nearest one.
 */
export const sqlDialects = [
  "postgresql",
  "mysql",
  "mariadb",
  "sqlite",
  "bigquery",
  "snowflake",
  "transactsql",
  "redshift",
  "trino",
  "hive",
  "db2",
  "clickhouse",
  "databricks",
  "duckdb",
  "oracle",
  "spark",
  "teradata",
  "generic",
] as const;
export type SqlDialect = (typeof sqlDialects)[number];
