import type { Kysely, Migration } from "kysely";

/** Which projects changed, so that a process reads only those again. Without rows at first: a process starts by reading all. */
export const projectChanges: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("change_counter")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("number", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("project_changes")
      .addColumn("topic", "text", (column) => column.notNull())
      // No reference: the deletion of a project is a change as well.
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("number", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("project_changes_key", ["topic", "project_id"])
      .execute();
    await db.schema.createIndex("project_changes_newest").on("project_changes").columns(["topic", "number"]).execute();
  },
};
