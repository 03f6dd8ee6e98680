import type { Kysely, Migration } from "kysely";

/** The commit that a test run tried, and the page of the build that started it. */
export const runBuild: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable("test_runs").addColumn("commit_sha", "text").execute();
    await db.schema.alterTable("test_runs").addColumn("ci_url", "text").execute();
  },
};
