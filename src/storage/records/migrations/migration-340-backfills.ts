import type { Kysely, Migration } from "kysely";

/** In whose name a run of checks looks at what is stored; and jobs of such runs, whose verdicts raise nothing. */
export const backfills: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable("check_runs").addColumn("monitor_id", "text").execute();
    await db.schema
      .alterTable("jobs")
      .addColumn("quiet", "bigint", (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
