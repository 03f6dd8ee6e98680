declare module "../../storage/records/tables.ts" {
  interface Tables {
    privacy: { project_id: string; rules: string | null; retention_days: number | null; updated_at: number };
    deletions: {
      id: string;
      project_id: string;
      kind: string;
      value: string | null;
      digest: string;
      before: number;
      requested_by: string;
      requested_at: number;
      state: string;
      passes: number;
      next_pass_at: number;
      epoch: number;
      counts: string;
      problem: string | null;
      finished_at: number | null;
    };
    deleted_traces: { project_id: string; trace_id: string; at: number };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const privacyTables: readonly string[] = [
  `create table privacy (
    project_id text primary key references projects (id),
    rules text,
    retention_days bigint,
    updated_at bigint not null
  )`,
  `create table deletions (
    id text primary key,
    project_id text not null references projects (id),
    kind text not null,
    "value" text,
    digest text not null,
    "before" bigint not null,
    requested_by text not null,
    requested_at bigint not null,
    state text not null,
    passes bigint not null,
    next_pass_at bigint not null,
    counts text not null,
    problem text,
    finished_at bigint
  )`,
  `create index deletions_project on deletions (project_id, requested_at)`,
  `create table deleted_traces (
    project_id text not null references projects (id),
    trace_id text not null,
    at bigint not null,
    constraint deleted_traces_key primary key (project_id, trace_id)
  )`,
  `create index deleted_traces_at on deleted_traces (at)`,
];

export const deletionLeaseColumns: readonly string[] = [
  `alter table deletions add column epoch bigint default 0 not null`,
];
