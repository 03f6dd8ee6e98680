/**
 * The tables of the records as queries see them, the same in SQLite and PostgreSQL: text, 64-bit whole numbers (Unix
 * milliseconds, counts, 0 or 1), floating point; lists and objects are JSON text. Each module declares its own tables in its
 * `records/tables.ts`, together with the statements that create them.
 */
export interface Tables {
  idempotency_keys: {
    project_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    body: string | null;
    created_at: number;
  };
  replicas: { name: string; seen_at: number };
  change_counter: { name: string; number: number };
  project_changes: { topic: string; project_id: string; number: number };
  sealing_key: { id: string; key_id: string };
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const storageTables: readonly string[] = [
  `create table idempotency_keys (
    project_id text not null,
    "key" text not null,
    request_hash text not null,
    status bigint,
    body text,
    created_at bigint not null,
    constraint idempotency_keys_key primary key (project_id, "key")
  )`,
  `create table replicas (
    name text primary key,
    seen_at bigint not null
  )`,
  `create table change_counter (
    name text primary key,
    number bigint not null
  )`,
  `create table project_changes (
    topic text not null,
    project_id text not null,
    number bigint not null,
    constraint project_changes_key primary key (topic, project_id)
  )`,
  `create index project_changes_newest on project_changes (topic, number)`,
  `create table sealing_key (
    id text primary key,
    key_id text not null
  )`,
];
