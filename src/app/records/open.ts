import { type Dialect, Kysely, sql } from "kysely";
import { blaming } from "../../accounts/records/blame.ts";
import type { SealedBox } from "../../platform/crypto/sealed-box.ts";
import { Failure, messageOf } from "../../platform/failure.ts";
import { postgresDialect } from "../../storage/records/postgres.ts";
import { sqliteDialect } from "../../storage/records/sqlite.ts";
import type { Tables } from "../../storage/records/tables.ts";
import { migrate, refuseOtherVersions } from "./migrate.ts";
import { sealStoredSecrets } from "./sealing.ts";

export type RecordsLocation =
  | { readonly kind: "sqlite"; readonly file: string }
  | { readonly kind: "postgres"; readonly url: string };

interface OpenRecordsDependencies {
  /** Seals stored secrets, such as those of channels. */
  readonly box: SealedBox;
  readonly onLost?: (cause: Error) => void;
}

/**
 * Opens the records and migrates their tables. Throws Failure("dependency") when that fails, with the reason
 * `unreachable` when a retry may succeed, and Failure("caller") when their secrets are sealed with a key that
 * the box does not have.
 */
export async function openRecords(
  location: RecordsLocation,
  { box, onLost = () => undefined }: OpenRecordsDependencies,
) {
  const db = new Kysely<Tables>({ dialect: blaming(dialectOf(location, onLost)) });
  try {
    await refuseOtherVersions(db);
    await migrateAt(location, { db, onLost });
    await sealStoredSecrets(db, box);
  } catch (thrown) {
    await db.destroy();
    if (thrown instanceof Failure && thrown.blame === "caller") throw thrown;
    const reason = thrown instanceof Failure ? thrown.facts["reason"] : undefined;
    const cause = thrown instanceof Failure ? (thrown.cause ?? thrown) : thrown;
    const facts = { kind: location.kind, ...(reason === undefined ? {} : { reason }) };
    throw new Failure("dependency", `the records cannot be opened: ${messageOf(cause)}`, facts, cause);
  }
  const close = () => db.destroy();
  return {
    db,
    /** Resolves when the database responds, throws otherwise. */
    ping: async () => void (await sql`select 1`.execute(db)),
    close,
    [Symbol.asyncDispose]: close,
  };
}

function dialectOf(location: RecordsLocation, onLost: (cause: Error) => void): Dialect {
  return location.kind === "sqlite" ? sqliteDialect(location.file) : postgresDialect({ url: location.url, onLost });
}

/** Uses separate connections in PostgreSQL, because a migration may take longer than a request may. */
async function migrateAt(
  location: RecordsLocation,
  { db, onLost }: { db: Kysely<Tables>; onLost: (cause: Error) => void },
): Promise<void> {
  if (location.kind === "sqlite") return migrate(db);
  const dialect = postgresDialect({ url: location.url, onLost, purpose: "migrations" });
  const migrationDb = new Kysely<Tables>({ dialect: blaming(dialect) });
  try {
    await migrate(migrationDb);
  } finally {
    await migrationDb.destroy();
  }
}
