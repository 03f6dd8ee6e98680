import type { DatabaseConnection, Dialect, Driver } from "kysely";
import { Failure, messageOf } from "../../platform/failure.ts";

/**
 * A dialect whose failures say who must act. A database that does not answer, is full or gives way to another
 * transaction is a dependency, and what was asked is tried again later; everything else is a defect of ours.
 */
export function blaming(dialect: Dialect): Dialect {
  return {
    createAdapter: () => dialect.createAdapter(),
    createDriver: () => blamingDriver(dialect.createDriver()),
    createIntrospector: (db) => dialect.createIntrospector(db),
    createQueryCompiler: () => dialect.createQueryCompiler(),
  };
}

/** Drivers know their own connections again: they are changed in place, each once. */
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
 * SQLSTATE classes of PostgreSQL (appendix A of its manual): 08 connection, 25006 a server that only reads after a
 * fail-over, 25P03 and 57014 a statement or transaction that took too long, 40 rolled back for another transaction, 53 out
 * of resources, 57P ended or starting, 58 the system's own.
 */
const passingState = /^(?:08|25006|25P03|40|53|57014|57P|58)/;

/** 28 credentials that are not accepted, 3D a database that does not exist: the operator must act, no sender can. */
const refusedState = /^(?:28|3D)/;

/** Result codes of SQLite: busy, locked, read-only, I/O error, full, cannot open. */
const passingCodes: ReadonlySet<unknown> = new Set([5, 6, 8, 10, 13, 14]);

/** What the pool and the sockets below it say, as they have no SQLSTATE. */
const lostConnection =
  /connection terminated|timeout exceeded when trying to connect|query read timeout|is not queryable|^(?:connect|read|write) E[A-Z]+/i;

export function isPassing(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const { code, errcode } = thrown as { code?: unknown; errcode?: unknown };
  // The low byte is the result code, what is above it says more of it.
  if (typeof errcode === "number") return passingCodes.has(errcode & 0xff);
  if (typeof code === "string" && /^[0-9A-Z]{5}$/.test(code) && /\d/.test(code)) return passingState.test(code);
  return lostConnection.test(thrown.message) || (typeof code === "string" && /^E[A-Z]+$/.test(code));
}

function isRefusal(thrown: unknown): boolean {
  const { code } = (thrown instanceof Error ? thrown : {}) as { code?: unknown };
  return typeof code === "string" && refusedState.test(code);
}
