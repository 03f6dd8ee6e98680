import type { Kysely, Migration } from "kysely";

/** Rows that were collected from model calls, and runs that judge the answers of other runs. */
export const fromProduction: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable("scenario_rows").addColumn("datapoint_id", "text").execute();
    await db.schema.createIndex("scenario_rows_datapoint").on("scenario_rows").column("datapoint_id").execute();
    await db.schema.alterTable("test_runs").addColumn("reevaluates", "text").execute();
  },
};
