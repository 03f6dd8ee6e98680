/**
 * SQL dialects. `postgresql` uses PostgreSQL's own grammar, the others the sqlparser-rs grammar of that name;
 * dialects that it lacks (mariadb, trino, db2) use the nearest one.
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
