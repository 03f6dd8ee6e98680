import type { Kysely, Migration } from "kysely";

/** Where a project's proxy calls go, and how they are treated. */
export const upstreamsAndProxyChoices: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("upstreams")
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("base_url", "text", (column) => column.notNull())
      .addColumn("auth", "text", (column) => column.notNull())
      .addColumn("header", "text")
      .addPrimaryKeyConstraint("upstreams_key", ["project_id", "id"])
      .execute();
    await db.schema
      .createTable("proxy_choices")
      .addColumn("project_id", "text", (column) => column.primaryKey().references("projects.id"))
      .addColumn("default_upstream", "text")
      .addColumn("strict", "bigint", (column) => column.notNull())
      .addColumn("include_usage", "bigint", (column) => column.notNull())
      .execute();
  },
};
