import type { Kysely, Migration } from "kysely";

/** Checks that projects write themselves, runs of checks over what is stored, and what people say of verdicts. */
export const customChecks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("custom_checks")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("title", "text", (column) => column.notNull())
      .addColumn("description", "text", (column) => column.notNull())
      .addColumn("category", "text", (column) => column.notNull())
      .addColumn("severity", "text", (column) => column.notNull())
      .addColumn("tags", "text", (column) => column.notNull())
      .addColumn("number", "bigint", (column) => column.notNull())
      .addColumn("version", "bigint", (column) => column.notNull())
      // When its program was stopped lately.
      .addColumn("stops", "text", (column) => column.notNull())
      .addColumn("off_because", "text")
      .addColumn("off_at", "bigint")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("custom_checks_key", ["project_id", "name"])
      .execute();
    await db.schema
      .createTable("custom_check_versions")
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("number", "bigint", (column) => column.notNull())
      .addColumn("version", "bigint", (column) => column.notNull())
      .addColumn("definition", "text", (column) => column.notNull())
      .addColumn("created_by", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("custom_check_versions_key", ["project_id", "name", "number"])
      .execute();
    await db.schema
      .createTable("check_runs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("checks", "text", (column) => column.notNull())
      .addColumn("query", "text")
      // The sample, as it was when the run was asked for.
      .addColumn("items", "text", (column) => column.notNull())
      .addColumn("total", "bigint", (column) => column.notNull())
      .addColumn("examined", "bigint", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("asked_by", "text", (column) => column.notNull())
      .addColumn("lease_until", "bigint", (column) => column.notNull())
      .addColumn("epoch", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("check_runs_newest")
      .on("check_runs")
      .columns(["project_id", "created_at", "id"])
      .execute();
    await db.schema.createIndex("check_runs_due").on("check_runs").columns(["state", "lease_until"]).execute();
    await db.schema
      .createTable("verdict_labels")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("datapoint_id", "text", (column) => column.notNull())
      .addColumn("check_name", "text", (column) => column.notNull())
      // Which verdict was spoken of; the label is about the datapoint and outlives it.
      .addColumn("check_version", "bigint", (column) => column.notNull())
      .addColumn("said", "text", (column) => column.notNull())
      .addColumn("label", "text", (column) => column.notNull())
      .addColumn("note", "text")
      .addColumn("labelled_by", "text", (column) => column.notNull())
      .addColumn("labelled_at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("verdict_labels_key", ["project_id", "check_name", "datapoint_id"])
      .execute();
  },
};
