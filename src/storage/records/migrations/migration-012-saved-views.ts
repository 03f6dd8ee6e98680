import type { Kysely, Migration } from "kysely";

/** Names that people gave to what they were looking at. */
export const savedViews: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("saved_views")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("page", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("search", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("saved_views_project").on("saved_views").column("project_id").execute();
  },
};
