import { type Dialect, PostgresDialect, type PostgresPool, type PostgresPoolClient } from "kysely";
import { Pool, type PoolClient, types } from "pg";

const { INT8 } = types.builtins;

/** The server aborts a statement first, so that a working connection is not mistaken for a broken one. */
const statementTimeoutMs = 7000;
const clientTimeoutMs = 8000;
/** Timeout of migrations, which may rewrite large tables and wait for another process that migrates. */
const migrationTimeoutMs = 30 * 60_000;
/** After this time the server rolls back the transaction of a silent connection and frees its locks. */
const idleInTransactionMs = 30_000;
const goodbyeMs = 1000;

export interface PostgresOptions {
  readonly url: string;
  /** Called for each connection that breaks, used or idle. */
  readonly onLost: (cause: Error) => void;
  readonly purpose?: "requests" | "migrations";
}

/**
 * Connects to PostgreSQL through a pool; 64-bit numbers are read as numbers, because none in Gaffe exceeds 2^53.
 */
export function postgresDialect({ url, onLost, purpose = "requests" }: PostgresOptions): Dialect {
  const migrates = purpose === "migrations";
  const pool = new Pool({
    connectionString: url,
    max: migrates ? 2 : 10,
    connectionTimeoutMillis: 5000,
    statement_timeout: migrates ? migrationTimeoutMs : statementTimeoutMs,
    query_timeout: migrates ? migrationTimeoutMs : clientTimeoutMs,
    idle_in_transaction_session_timeout: migrates ? migrationTimeoutMs : idleInTransactionMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: {
      getTypeParser: (oid, format) => (oid === INT8 ? Number : types.getTypeParser(oid, format)),
    },
  });
  return new PostgresDialect({ pool: sturdyPool(pool, onLost) });
}

interface Connection extends PostgresPoolClient {
  readonly madeAt: number;
}

/**
 * Wraps a pool to survive server outages. A connection with an unanswered statement is destroyed: a late response
 * would be mistaken for that of the next statement. All connections made before such a silence are replaced before
 * their next use, because a failover or a firewall silences all of them.
 */
function sturdyPool(pool: Pool, onLost: (cause: Error) => void): PostgresPool {
  const connections = new WeakMap<PoolClient, Connection>();
  const open = new Set<PoolClient>();
  let lastSilentAt = -1;
  // Each connection emits an error when it ends, also while it is checked out without a listener: see below.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    open.add(client);
    client.on("error", onLost);
    client.on("end", () => open.delete(client));
  });
  return { connect, end };

  async function connect(): Promise<PostgresPoolClient> {
    for (;;) {
      const client = await pool.connect();
      const connection = connections.get(client) ?? connectionOf(client);
      if (connection.madeAt > lastSilentAt) return connection;
      destroy(client, new Error("the connection is as old as one that went silent"));
    }
  }

  function connectionOf(client: PoolClient): Connection {
    let broken: Error | undefined;
    const query = async (sql: string, parameters: readonly unknown[]) => {
      // After a silence, a rollback would wait as long again.
      if (broken) throw broken;
      try {
        return await client.query(sql, [...parameters]);
      } catch (thrown) {
        if (isSilence(thrown)) {
          lastSilentAt = performance.now();
          broken = thrown;
          onLost(thrown);
        }
        throw thrown;
      }
    };
    const connection: Connection = {
      madeAt: performance.now(),
      // Without a cursor in the dialect's options, Kysely only calls the overload with a text.
      query: query as unknown as PostgresPoolClient["query"],
      release() {
        if (broken) destroy(client, broken);
        else client.release();
      },
    };
    connections.set(client, connection);
    return connection;
  }

  /** Closes the socket without a goodbye: the server would not reply, and the pool would wait for the reply. */
  function destroy(client: PoolClient, cause: Error): void {
    client.connection.stream.destroy();
    client.release(cause);
  }

  async function end(): Promise<void> {
    await pool.end();
    // A silent server does not reply to the goodbye of idle connections either, which would keep the process
    // alive.
    const silent = () => {
      for (const client of open) client.connection.stream.destroy();
    };
    setTimeout(silent, goodbyeMs).unref();
  }
}

const isSilence = (thrown: unknown): thrown is Error =>
  thrown instanceof Error && thrown.message === "Query read timeout";
