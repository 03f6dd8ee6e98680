import type { Kysely, Migration } from "kysely";

/** What replicas know of each other: that they live, and which requests they rejected. */
export const betweenReplicas: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("replicas")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("seen_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createTable("rejected_requests")
      // Empty: nobody's. No reference, since a request may be rejected while its project is deleted.
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("id", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("count", "bigint", (column) => column.notNull())
      .addColumn("route", "text", (column) => column.notNull())
      .addColumn("status", "bigint", (column) => column.notNull())
      .addColumn("because", "text", (column) => column.notNull())
      .addColumn("token_hint", "text")
      .addPrimaryKeyConstraint("rejected_requests_key", ["project_id", "id"])
      .execute();
  },
};
