import type { Kysely, Migration } from "kysely";

/** What may be kept of a project's data and for how long; what was deleted, so that it does not come back. */
export const privacyAndDeletions: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("privacy")
      .addColumn("project_id", "text", (column) => column.primaryKey().references("projects.id"))
      // JSON; null: as the setting says.
      .addColumn("rules", "text")
      .addColumn("retention_days", "bigint")
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("deletions")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("kind", "text", (column) => column.notNull())
      // What is deleted; null once that is done, because it may be personal data itself.
      .addColumn("value", "text")
      .addColumn("digest", "text", (column) => column.notNull())
      .addColumn("before", "bigint", (column) => column.notNull())
      .addColumn("requested_by", "text", (column) => column.notNull())
      .addColumn("requested_at", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("passes", "bigint", (column) => column.notNull())
      .addColumn("next_pass_at", "bigint", (column) => column.notNull())
      .addColumn("counts", "text", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("finished_at", "bigint")
      .execute();
    await db.schema.createIndex("deletions_project").on("deletions").columns(["project_id", "requested_at"]).execute();
    await db.schema
      .createTable("deleted_traces")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("trace_id", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("deleted_traces_key", ["project_id", "trace_id"])
      .execute();
    await db.schema.createIndex("deleted_traces_at").on("deleted_traces").column("at").execute();
  },
};
