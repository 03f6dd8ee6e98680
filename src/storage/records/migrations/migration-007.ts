import { type Kysely, type Migration, sql } from "kysely";

/** Links in messages are sealed instead of signed: no key of their own is kept. */
export const unusedSigningKeys: Migration = {
  async up(db: Kysely<never>) {
    await db.schema.dropTable("signing_keys").execute();
  },
};

/** What people decide of issues and monitors in more detail, and who does not want to be told. */
export const triageAndMutes: Migration = {
  async up(db: Kysely<never>) {
    const more = [
      sql`alter table monitors add column rules text not null default '{}'`,
      sql`alter table issues add column resolution text`,
      sql`alter table issues add column ignoring text`,
      // Also inside `ignoring`; here so that those whose time is up are found.
      sql`alter table issues add column wakes_at bigint`,
      sql`alter table issues add column first_release text`,
      sql`alter table issues add column first_release_at double precision`,
      sql`alter table issues add column spiking_since double precision`,
      sql`alter table issues add column merged_into text`,
      sql`alter table notices add column monitor_id text`,
    ];
    for (const statement of more) await statement.execute(db);
    await db.schema.createIndex("issues_merged").on("issues").column("merged_into").execute();
    await db.schema.createIndex("issues_waking").on("issues").column("wakes_at").execute();
    await db.schema
      .createTable("mutes")
      .addColumn("id", "text", (column) => column.primaryKey())
      .addColumn("project_id", "text", (column) => column.notNull().references("projects.id"))
      .addColumn("recipient", "text", (column) => column.notNull())
      // `project`, `monitor` or `issue`, and the id of it: no references, it may be gone.
      .addColumn("scope", "text", (column) => column.notNull())
      .addColumn("subject_id", "text", (column) => column.notNull())
      .addColumn("subject_name", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
    await db.schema.createIndex("mutes_project").on("mutes").columns(["project_id", "recipient"]).execute();
    await db.schema
      .createTable("signing_keys")
      .addColumn("name", "text", (column) => column.primaryKey())
      .addColumn("key", "text", (column) => column.notNull())
      .addColumn("created_at", "bigint", (column) => column.notNull())
      .execute();
  },
};
