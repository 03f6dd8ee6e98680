import type { Generated } from "kysely";

declare module "../../storage/records/tables.ts" {
  interface Tables {
    accounts: {
      id: string;
      name: string;
      created_at: number;
      /** 1: people who sign in with a password need a second factor. */
      requires_second_factor: Generated<number>;
    };
    second_factors: {
      user_id: string;
      /** Secret of the authenticator app, sealed. */
      sealed: string;
      created_at: number;
      confirmed_at: number | null;
      /** The last time step of which a code was used. */
      last_step: number;
    };
    sso_identities: { issuer: string; subject: string; user_id: string; created_at: number };
    recovery_codes: { user_id: string; sha256: string };
    users: {
      id: string;
      account_id: string;
      email: string;
      password_hash: string;
      created_at: number;
      role: string;
      last_seen_at: number | null;
      /** 1: they joined by a link that was not mailed. */
      email_unproven: number | null;
    };
    sessions: {
      id: string;
      sha256: string;
      user_id: string;
      created_at: number;
      last_seen_at: number;
      address: string;
      agent: string;
      /** `password`, or `sso`: then a second factor is the matter of the provider. */
      method: Generated<string>;
    };
    mailed_links: {
      id: string;
      sha256: string;
      kind: string;
      email: string;
      account_id: string | null;
      role: string | null;
      user_id: string | null;
      created_by: string | null;
      created_at: number;
      expires_at: number;
      /** Of the secret that was shown to the admin, while `sha256` is of the mailed one. */
      shown_sha256: string | null;
    };
    email_recipients: {
      id: string;
      account_id: string;
      address: string;
      answer: string;
      requested_at: number;
      expires_at: number;
      decided_at: number | null;
    };
    /** Where they differ from the role in the account. */
    project_roles: { project_id: string; user_id: string; role: string };
    attempts: { key: string; window_ends_at: number; count: number };
    projects: {
      id: string;
      account_id: string;
      name: string;
      language: string | null;
      created_at: number;
      next_issue_number: number;
      archived_at: number | null;
    };
    tokens: {
      id: string;
      account_id: string;
      project_id: string;
      name: string;
      hint: string;
      sha256: string;
      scopes: string;
      created_at: number;
      expires_at: number | null;
      last_used_at: number | null;
      revoked_at: number | null;
      created_by: string | null;
      /** The person whose token it is; null: of a service. */
      user_id: string | null;
    };
    audit_pending: { id: string; account_id: string; at: number; entry: string };
    audit_entries: {
      account_id: string;
      number: number;
      at: number;
      actor: string;
      action: string;
      entry: string;
      hash: string;
    };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const accountTables: readonly string[] = [
  `create table accounts (
    id text primary key,
    name text not null,
    created_at bigint not null
  )`,
  `create table users (
    id text primary key,
    account_id text not null references accounts (id),
    email text not null unique,
    password_hash text not null,
    created_at bigint not null,
    role text default 'admin' not null,
    last_seen_at bigint
  )`,
  `create table sessions (
    id text primary key,
    sha256 text not null unique,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    last_seen_at bigint not null,
    address text not null,
    agent text not null
  )`,
  `create index sessions_user on sessions (user_id)`,
  `create table mailed_links (
    id text primary key,
    sha256 text not null unique,
    kind text not null,
    email text not null,
    account_id text references accounts (id),
    role text,
    user_id text references users (id) on delete cascade,
    created_by text,
    created_at bigint not null,
    expires_at bigint not null
  )`,
  `create index mailed_links_account on mailed_links (account_id)`,
  `create table attempts (
    "key" text primary key,
    window_ends_at bigint not null,
    count bigint not null
  )`,
  `create table projects (
    id text primary key,
    account_id text not null references accounts (id),
    name text not null,
    language text,
    created_at bigint not null,
    next_issue_number bigint not null,
    archived_at bigint,
    constraint projects_name unique (account_id, name)
  )`,
  `create table tokens (
    id text primary key,
    account_id text not null references accounts (id),
    project_id text not null references projects (id),
    name text not null,
    hint text not null,
    sha256 text not null unique,
    scopes text not null,
    created_at bigint not null,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    created_by text
  )`,
  `create table audit_pending (
    id text primary key,
    account_id text not null references accounts (id),
    at bigint not null,
    entry text not null
  )`,
  `create index audit_pending_account on audit_pending (account_id, at)`,
  `create table audit_entries (
    account_id text not null references accounts (id),
    number bigint not null,
    at bigint not null,
    actor text not null,
    action text not null,
    entry text not null,
    hash text not null,
    constraint audit_entries_key primary key (account_id, number)
  )`,
];

/** Returns statements that make the database refuse changes of the audit log, whichever client makes them. */
export function appendOnlyAuditLog(dialect: "sqlite" | "postgres"): readonly string[] {
  const message = "the audit log is append-only";
  if (dialect === "sqlite") {
    return ["update", "delete"].map(
      (change) =>
        `create trigger audit_entries_no_${change} before ${change} on audit_entries begin select raise(abort, '${message}'); end`,
    );
  }
  return [
    `create function refuse_change_of_audit() returns trigger language plpgsql as $$ begin raise exception '${message}'; end $$`,
    "create trigger audit_entries_append_only before update or delete on audit_entries for each row execute function refuse_change_of_audit()",
  ];
}

export const personalTokens: readonly string[] = [
  `alter table tokens add column user_id text`,
  `create index tokens_user on tokens (user_id)`,
];

export const emailRecipients: readonly string[] = [
  `alter table users add column email_unproven bigint`,
  `alter table mailed_links add column shown_sha256 text`,
  `create table email_recipients (
    id text primary key,
    account_id text not null references accounts (id),
    address text not null,
    answer text not null,
    requested_at bigint not null,
    expires_at bigint not null,
    decided_at bigint,
    constraint email_recipients_address unique (account_id, address)
  )`,
];

export const secondFactorTables: readonly string[] = [
  `alter table accounts add column requires_second_factor bigint default 0 not null`,
  `create table second_factors (
    user_id text primary key references users (id) on delete cascade,
    sealed text not null,
    created_at bigint not null,
    confirmed_at bigint,
    last_step bigint not null
  )`,
  `create table recovery_codes (
    user_id text not null references users (id) on delete cascade,
    sha256 text not null,
    constraint recovery_codes_key primary key (user_id, sha256)
  )`,
];

export const singleSignOnTables: readonly string[] = [
  `alter table sessions add column method text default 'password' not null`,
  `create table sso_identities (
    issuer text not null,
    subject text not null,
    user_id text not null references users (id) on delete cascade,
    created_at bigint not null,
    constraint sso_identities_key primary key (issuer, subject)
  )`,
  `create unique index sso_identities_user on sso_identities (user_id, issuer)`,
];
