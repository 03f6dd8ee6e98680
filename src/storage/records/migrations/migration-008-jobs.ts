import { type Kysely, type Migration, sql } from "kysely";

/** Slow checks: ordered, running, judged, over. */
export const jobs: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("jobs")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("datapoint_id", "text", (column) => column.notNull())
      .addColumn("filed_at", "bigint", (column) => column.notNull())
      .addColumn("check_name", "text", (column) => column.notNull())
      .addColumn("check_version", "bigint", (column) => column.notNull())
      .addColumn("options", "text", (column) => column.notNull())
      .addColumn("monitor_ids", "text", (column) => column.notNull())
      .addColumn("executor", "text", (column) => column.notNull())
      .addColumn("group_key", "text", (column) => column.notNull())
      .addColumn("subject", "text", (column) => column.notNull())
      .addColumn("row_version", "bigint", (column) => column.notNull())
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("due_at", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("tries", "bigint", (column) => column.notNull())
      .addColumn("first_tried_at", "bigint")
      .addColumn("lost", "bigint", (column) => column.notNull())
      .addColumn("problem", "text")
      .addColumn("result", "text")
      .addColumn("found", "text", (column) => column.notNull())
      .addColumn("withdrawn", "bigint", (column) => column.notNull())
      .addColumn("epoch", "bigint", (column) => column.notNull())
      .addColumn("lease_until", "bigint", (column) => column.notNull())
      .addColumn("over_at", "bigint")
      .execute();
    await db.schema
      .createIndex("jobs_due")
      .on("jobs")
      .columns(["executor", "state", "due_at"])
      .where(sql.ref("state"), "!=", sql.lit("done"))
      .execute();
    await db.schema.createIndex("jobs_datapoint").on("jobs").columns(["datapoint_id"]).execute();
    await db.schema.createIndex("jobs_newest").on("jobs").columns(["project_id", "created_at", "id"]).execute();
    await db.schema.createIndex("jobs_over").on("jobs").columns(["executor", "over_at"]).execute();
  },
};
