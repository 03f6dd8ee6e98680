import type { Kysely, Migration } from "kysely";

/** Charts that projects put together. */
export const dashboards: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("dashboards")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("charts", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .addUniqueConstraint("dashboards_name", ["project_id", "name"])
      .execute();
  },
};
