import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { Failure, messageOf } from "../../platform/failure.ts";

/**
 * Wraps a dialect so that its failures name who must act. An unreachable or full database, or a rolled-back
 * transaction, is a dependency failure, and the request is retried; everything else is a defect of Gaffe.
 */
export function blaming(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => blamingDriver(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Drivers compare connections by identity, so each connection is patched in place, once. */
function blamingDriver(driver: Driver): Driver {
  const known = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  driver.acquireConnection = async () => {
    const connection = await blamed(acquire);
    if (known.has(connection)) return connection;
    known.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = (query) => blamed(() => execute(query));
    return connection;
  };
  return driver;
}

async function blamed<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (thrown) {
    if (isPassing(thrown)) {
      const message = `the records do not answer: ${messageOf(thrown)}`;
      throw new Failure("dependency", message, { reason: "unreachable" }, thrown);
    }
    if (isRefusal(thrown)) {
      const message = `the records refuse this service: ${messageOf(thrown)}`;
      throw new Failure("dependency", message, { reason: "refused" }, thrown);
    }
    throw thrown;
  }
}

/**
 * SQLSTATE classes of PostgreSQL (appendix A of its manual) that are temporary: 08 connection, 25006 read-only
 * server after a failover, 25P03 and 57014 timeouts, 40 transaction rollback, 53 insufficient resources, 57P
 * server starting or shutting down, 58 system error.
 */
const passingState = /^(?:08|25006|25P03|40|53|57014|57P|58)/;

/** 28 invalid credentials, 3D unknown database: the operator must act; no client can. */
const refusedState = /^(?:28|3D)/;

/** Result codes of SQLite: busy, locked, read-only, I/O error, full, cannot open. */
const passingCodes: ReadonlySet<unknown> = new Set([5, 6, 8, 10, 13, 14]);

/** Messages of the pool and its sockets, which have no SQLSTATE. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|is not queryable|^(?:connect|read|write) E[A-Z]+/i;

export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as { code?: unknown; errcode?: unknown };
  // The low byte is the result code; the higher bytes are the extended code.
  if (typeof errcode === "number") return passingCodes.has(errcode & 0xff);
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return passingState.test(code);
  return lostConnection.test(thrown.message) || (typeof code === "string" && /^E[A-Z]+$/.test(code));
}

function isRefusal(thrown: unknown): boolean {
  const { code } = (thrown instanceof Error ? thrown : {}) as { code?: unknown };
  return typeof code === "string" && refusedState.test(code);
}
