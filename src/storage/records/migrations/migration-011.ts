import type { Kysely, Migration } from "kysely";

/** Which key seals the secrets of these records, so that a replica with another one is told at its start. */
export const sealingKey: Migration = {
  async up(db: Kysely<never>) {
    await db.schema
      .createTable("sealing_key")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("key_id", "text", (column) => column.notNull())
      .execute();
  },
};
