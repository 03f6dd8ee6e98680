import { type Kysely, type Migration, sql } from "kysely";

/** What people were told of monitors themselves. A notice of a monitor names no issue. */
export const monitorHealth: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("monitor_health")
      .addColumn("monitor_id", "text", (column) => column.primaryKey().references("monitors.id").onDelete("cascade"))
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("state", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .execute();
    // SQLite cannot take NOT NULL from a column: the table is made anew.
    await db.schema
      .createTable("notices_anew")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("delivery_id", "text", (column) => column.notNull().references("deliveries.id").onDelete("cascade"))
      .addColumn("issue_number", "bigint")
      .addColumn("severity_rank", "bigint", (column) => column.notNull())
      .addColumn("told", "text", (column) => column.notNull())
      .addColumn("at", "bigint", (column) => column.notNull())
      .addColumn("monitor_id", "text")
      .execute();
    const columns = sql.raw("id, delivery_id, issue_number, severity_rank, told, at, monitor_id");
    await sql`insert into notices_anew (${columns}) select ${columns} from notices`.execute(db);
    await db.schema.dropTable("notices").execute();
    await db.schema.alterTable("notices_anew").renameTo("notices").execute();
    await db.schema
      .createIndex("notices_delivery")
      .on("notices")
      .columns(["delivery_id", "severity_rank", "at"])
      .execute();
  },
};
