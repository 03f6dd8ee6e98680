import type { Kysely, Migration } from "kysely";

/** In whose words an upstream is spoken to, and whether its streams can be asked for their counts. */
export const upstreamDialects: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.alterTable("upstreams").addColumn("dialect", "text").execute();
    await db.schema.alterTable("upstreams").addColumn("stream_usage", "bigint").execute();
  },
};
