import type { Kysely, Migration } from "kysely";

/** Where notifications go, the messages on their way, and what each of them tells. */
export const channelsAndDeliveries: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("channels")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("target", "text", (column) => column.notNull())
      .addColumn("shows_dialog", "bigint", (column) => column.notNull())
      .addColumn("disabled_because", "text")
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("channels_project").on("channels").column("project_id").execute();
    await db.schema
      .createTable("deliveries")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      // No reference: a delivery outlives its channel, and the built-in channel has no row.
      .addColumn("channel_id", "text", (column) => column.notNull())
      .addColumn("recipient", "text")
      .addColumn("kind", "text", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("due_at", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("tries", "bigint", (column) => column.notNull())
      .addColumn("first_tried_at", "bigint")
      .addColumn("unconfirmed", "bigint", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("over_at", "bigint")
      .addColumn("epoch", "bigint", (column) => column.notNull())
      .addColumn("lease_until", "bigint", (column) => column.notNull())
      .addColumn("begun", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("deliveries_due").on("deliveries").columns(["state", "due_at"]).execute();
    await db.schema
      .createIndex("deliveries_newest")
      .on("deliveries")
      .columns(["project_id", "created_at", "id"])
      .execute();
    await db.schema
      .createIndex("deliveries_recipient")
      .on("deliveries")
      .columns(["project_id", "channel_id", "recipient", "created_at"])
      .execute();
    await db.schema
      .createTable("notices")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("delivery_id", "text", (column) => column.notNull().references("deliveries.id").onDelete("cascade"))
      .addColumn("issue_number", "bigint", (column) => column.notNull())
      .addColumn("severity_rank", "bigint", (column) => column.notNull())
      .addColumn("told", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex("notices_delivery")
      .on("notices")
      .columns(["delivery_id", "severity_rank", "at"])
      .execute();
  },
};
