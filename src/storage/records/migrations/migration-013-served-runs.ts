import { type ColumnDefinitionBuilder, type Kysely, type Migration, sql } from "kysely";

/** Test runs whose calls the service makes itself, conversations, and the keys that this takes. */
export const servedRuns: Migration = {
  async up(db: Kysely<never>) {
    const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0);
    await db.schema.alterTable("test_runs").addColumn("likeness", "text").execute();
    await db.schema.alterTable("test_runs").addColumn("simulation", "text").execute();
    await db.schema
      .alterTable("test_runs")
      .addColumn("concurrency", "bigint", (column) => column.notNull().defaultTo(8))
      .execute();
    await db.schema.alterTable("test_runs").addColumn("served", "bigint", zero).execute();
    await db.schema.alterTable("test_runs").addColumn("carrier", "text").execute();
    await db.schema.alterTable("test_runs").addColumn("carried_until", "bigint", zero).execute();
    await db.schema.alterTable("test_run_rows").addColumn("conversation", "text").execute();
    await db.schema.alterTable("test_run_rows").addColumn("step", "bigint", zero).execute();
    await db.schema
      .alterTable("test_run_rows")
      .addColumn("waits_for", "text", (column) => column.notNull().defaultTo("caller"))
      .execute();
    // Looking for what is left to do must not pass over all that is done.
    await db.schema
      .createIndex("test_run_rows_open")
      .on("test_run_rows")
      .columns(["run_id", "waits_for", "number", "repeat"])
      .where(sql<boolean>`result is null`)
      .execute();
    await db.schema
      .createIndex("test_run_rows_unrecorded")
      .on("test_run_rows")
      .columns(["run_id"])
      .where(sql<boolean>`recorded = 0 and result is not null`)
      .execute();
    await db.schema
      .createTable("model_secrets")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("owner", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("host", "text", (column) => column.notNull())
      .addColumn("sealed", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("model_secrets_key", ["project_id", "owner", "name", "host"])
      .execute();
  },
};
