import { type Kysely, type Migration, SqliteAdapter, sql } from "kysely";

/** People with roles, their sessions and mailed links, the audit log, archived projects. */
export const peopleAndAudit: Migration = {
  async up(db: Kysely<never>) {
    await people(db);
    await audit(db);
  },
};

async function people(db: Kysely<never>): Promise<void> {
  // Whoever is there from before had all rights.
  await db.schema
    .alterTable("users")
    .addColumn("role", "text", (column) => column.notNull().defaultTo("admin"))
    .execute();
  await db.schema.alterTable("users").addColumn("last_seen_at", "bigint").execute();
  await db.schema.alterTable("projects").addColumn("archived_at", "bigint").execute();
  await db.schema.alterTable("tokens").addColumn("made_by", "text").execute();
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sha256", "text", (column) => column.notNull().unique())
    .addColumn("user_id", "text", (column) => column.notNull().references("users.id").onDelete("cascade"))
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("last_seen_at", "bigint", (column) => column.notNull())
    .addColumn("address", "text", (column) => column.notNull())
    .addColumn("agent", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("sessions_user").on("sessions").column("user_id").execute();
  await db.schema
    .createTable("mailed_links")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("sha256", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("email", "text", (column) => column.notNull())
    // Of an invitation: what is joined, and as what. Of a reset: whose password.
    .addColumn("account_id", "text", (column) => column.references("accounts.id"))
    .addColumn("role", "text")
    .addColumn("user_id", "text", (column) => column.references("users.id").onDelete("cascade"))
    .addColumn("made_by", "text")
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("mailed_links_account").on("mailed_links").column("account_id").execute();
  await db.schema
    .createTable("attempts")
    .addColumn("key", "text", (column) => column.primaryKey())
    .addColumn("window_ends_at", "bigint", (column) => column.notNull())
    .addColumn("count", "bigint", (column) => column.notNull())
    .execute();
}

async function audit(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable("audit_begun")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("entry", "text", (column) => column.notNull())
    .execute();
  await db.schema.createIndex("audit_begun_account").on("audit_begun").columns(["account_id", "at"]).execute();
  await db.schema
    .createTable("audit_entries")
    .addColumn("account_id", "text", (column) => column.notNull().references("accounts.id"))
    .addColumn("number", "bigint", (column) => column.notNull())
    .addColumn("at", "bigint", (column) => column.notNull())
    .addColumn("actor", "text", (column) => column.notNull())
    .addColumn("action", "text", (column) => column.notNull())
    .addColumn("entry", "text", (column) => column.notNull())
    .addColumn("hash", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("audit_entries_key", ["account_id", "number"])
    .execute();
  for (const statement of appendOnly(db)) await sql.raw(statement).execute(db);
}

/** The database itself refuses to change or delete what was written, whoever asks. */
function appendOnly(db: Kysely<never>): readonly string[] {
  const because = "the audit log is append-only";
  if (db.getExecutor().adapter instanceof SqliteAdapter) {
    return ["update", "delete"].map(
      (what) =>
        `create trigger audit_entries_no_${what} before ${what} on audit_entries begin select raise(abort, '${because}'); end`,
    );
  }
  return [
    `create function refuse_change_of_audit() returns trigger language plpgsql as $$ begin raise exception '${because}'; end $$`,
    "create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change_of_audit()",
  ];
}
