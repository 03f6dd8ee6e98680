import type { Kysely, Migration } from "kysely";

/** Scenario sets, registered models, test runs. */
export const offline: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("scenario_sets")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("row_count", "bigint", (column) => column.notNull())
      .addColumn("tags", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .addUniqueConstraint("scenario_sets_name", ["project_id", "name"])
      .execute();
    await db.schema
      .createTable("scenario_rows")
      .addColumn("set_id", "text", (column) => column.notNull().references("scenario_sets.id").onDelete("cascade"))
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("number", "bigint", (column) => column.notNull())
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("input", "text", (column) => column.notNull())
      .addColumn("result", "text", (column) => column.notNull())
      .addColumn("origin", "text", (column) => column.notNull())
      .addPrimaryKeyConstraint("scenario_rows_key", ["set_id", "version", "number"])
      .addUniqueConstraint("scenario_rows_id", ["set_id", "version", "id"])
      .execute();
    await db.schema
      .createTable("models")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addUniqueConstraint("models_name", ["project_id", "name"])
      .execute();
    await db.schema
      .createTable("model_versions")
      .addColumn("model_id", "text", (column) => column.notNull().references("models.id").onDelete("cascade"))
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("definition", "text", (column) => column.notNull())
      .addColumn("tags", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("model_versions_key", ["model_id", "version"])
      .execute();
    await createRuns(db);
  },
};

async function createRuns(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("test_runs")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("type", "text", (column) => column.notNull())
    .addColumn("scenario_set_id", "text", (column) =>
      column.notNull().references("scenario_sets.id").onDelete("cascade"),
    )
    .addColumn("scenario_version", "bigint", (column) => column.notNull())
    .addColumn("model_id", "text", (column) => column.notNull().references("models.id").onDelete("cascade"))
    .addColumn("model_version", "bigint", (column) => column.notNull())
    .addColumn("checks", "text", (column) => column.notNull())
    .addColumn("tags", "text", (column) => column.notNull())
    .addColumn("calculate_metrics", "bigint", (column) => column.notNull())
    .addColumn("repeats", "bigint", (column) => column.notNull())
    .addColumn("at_k", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("failure", "text")
    .addColumn("metrics", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("ended_at", "bigint")
    .execute();
  await db.schema.createIndex("test_runs_newest").on("test_runs").columns(["project_id", "created_at", "id"]).execute();
  await db.schema.createIndex("test_runs_state").on("test_runs").column("state").execute();
  await db.schema
    .createTable("test_run_rows")
    .addColumn("run_id", "text", (column) => column.notNull().references("test_runs.id").onDelete("cascade"))
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("repeat", "bigint", (column) => column.notNull())
    .addColumn("row_id", "text", (column) => column.notNull())
    .addColumn("leased_until", "bigint", (column) => column.notNull())
    .addColumn("result", "text")
    .addColumn("recorded", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("test_run_rows_key", ["run_id", "number", "repeat"])
    .addUniqueConstraint("test_run_rows_row", ["run_id", "row_id", "repeat"])
    .execute();
}
