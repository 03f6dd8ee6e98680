import { type Kysely, Migrator, sql } from "kysely";
import { Failure } from "../../platform/failure.ts";
import type { Tables } from "../../storage/records/tables.ts";
import { migrations } from "./migrations.ts";

/** Brings the tables to the newest version. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve({ ...migrations }) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
}

/** Migrations from before the first release had three digits; their tables differ and are not converted. */
const isFromBeforeTheFirstRelease = (name: string) => /^\d{3}_/.test(name);

/** Throws Failure("caller") when another version, older or newer, wrote the records. */
export async function refuseOtherVersions(db: Kysely<Tables>): Promise<void> {
  // Without the table there are no rows yet.
  const none = { rows: [] };
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`
    .execute(db)
    .catch((thrown: unknown) => {
      if (thrown instanceof Failure) throw thrown;
      return none;
    });
  const unknown = rows.find(({ name }) => !(name in migrations));
  if (unknown === undefined) return;
  if (isFromBeforeTheFirstRelease(unknown.name)) {
    throw new Failure(
      "caller",
      `the records were written before the first release of Gaffe (${unknown.name}), which this version does not read: start it with an empty data folder (GAFFE_DATA) or an empty database (DATABASE_URL)`,
      { migration: unknown.name },
    );
  }
  throw new Failure(
    "caller",
    `the records were written by a newer version (${unknown.name}): start that one, or restore the backup from before the upgrade`,
    { migration: unknown.name },
  );
}
