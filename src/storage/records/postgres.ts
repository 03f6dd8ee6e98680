import { type Dialect, PostgresDialect } from "kysely";
import { Pool, types } from "pg";

const { INT8 } = types.builtins;

/** PostgreSQL through a pool; 64-bit numbers are read as numbers, because none of ours passes 2^53. */
export function postgresDialect(url: string, onLost: (cause: Error) => void): Dialect {
  const pool = new Pool({
    connectionString: url,
    max: 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: 30_000,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on("error", onLost);
  return new PostgresDialect({ pool });
}
