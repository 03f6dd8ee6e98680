import type { Kysely, Migration } from "kysely";

/** Addresses that people put beside an issue, a JSON list; and the scenario set whose next good run resolves it. */
export const issueLinks: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable("issues").addColumn("links", "text").execute();
    await db.schema.alterTable("issues").addColumn("awaited_set", "text").execute();
    await db.schema.alterTable("issues").addColumn("awaited_since", "bigint").execute();
  },
};
