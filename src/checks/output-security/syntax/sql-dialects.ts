/** Dialects the SQL parser knows, by the name of its build. */
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
] as const;
export type SqlDialect = (typeof sqlDialects)[number];
