import type { Kysely, Migration } from "kysely";

/** Models that judge for a project, and what each day of theirs has cost. */
export const judges: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("judges")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull())
      .addColumn("name", "text", (column) => column.notNull())
      .addColumn("settings", "text", (column) => column.notNull())
      .addColumn("sealed_key", "text")
      .addColumn("is_active", "bigint", (column) => column.notNull())
      .addColumn("revision", "bigint", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .addColumn("updated_at", "bigint", (column) => column.notNull())
      .addUniqueConstraint("judges_name", ["project_id", "name"])
      .execute();
    await db.schema
      .createTable("judge_spend")
      .addColumn("judge_id", "text", (column) => column.notNull())
      .addColumn("day", "text", (column) => column.notNull())
      .addColumn("micro_usd", "bigint", (column) => column.notNull())
      .addColumn("calls", "bigint", (column) => column.notNull())
      .addColumn("skipped", "bigint", (column) => column.notNull())
      .addPrimaryKeyConstraint("judge_spend_key", ["judge_id", "day"])
      .execute();
  },
};
