declare module "../../storage/records/tables.ts" {
  interface Tables {
    jobs: {
      id: string;
      project_id: string;
      datapoint_id: string;
      partition_time: number;
      check_name: string;
      check_version: number;
      options: string;
      monitor_ids: string;
      executor: string;
      group_key: string;
      subject: string;
      row_version: number;
      state: string;
      due_at: number;
      created_at: number;
      attempts: number;
      first_attempt_at: number | null;
      lost: number;
      problem: string | null;
      result: string | null;
      found: string;
      superseded: number;
      epoch: number;
      lease_until: number;
      silent: number;
      over_at: number | null;
    };
    judges: {
      id: string;
      project_id: string;
      name: string;
      settings: string;
      sealed_key: string | null;
      is_active: number;
      revision: number;
      created_at: number;
      updated_at: number;
    };
    judge_spend: { judge_id: string; day: string; micro_usd: number; calls: number; skipped: number };
    custom_checks: {
      project_id: string;
      name: string;
      title: string;
      description: string;
      category: string;
      severity: string;
      tags: string;
      number: number;
      version: number;
      stops: string;
      off_reason: string | null;
      off_at: number | null;
      created_at: number;
      updated_at: number;
    };
    custom_check_versions: {
      project_id: string;
      name: string;
      number: number;
      version: number;
      definition: string;
      created_by: string;
      created_at: number;
    };
    check_runs: {
      id: string;
      project_id: string;
      state: string;
      checks: string;
      query: string | null;
      monitor_id: string | null;
      items: string;
      total: number;
      examined: number;
      problem: string | null;
      requested_by: string;
      lease_until: number;
      epoch: number;
      created_at: number;
      updated_at: number;
    };
    verdict_labels: {
      project_id: string;
      datapoint_id: string;
      check_name: string;
      check_version: number;
      verdict: string;
      label: string;
      note: string | null;
      labeled_by: string;
      labeled_at: number;
    };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const checkTables: readonly string[] = [
  `create table jobs (
    id text primary key,
    project_id text not null,
    datapoint_id text not null,
    partition_time bigint not null,
    check_name text not null,
    check_version bigint not null,
    options text not null,
    monitor_ids text not null,
    executor text not null,
    group_key text not null,
    subject text not null,
    row_version bigint not null,
    state text not null,
    due_at bigint not null,
    created_at bigint not null,
    attempts bigint not null,
    first_attempt_at bigint,
    lost bigint not null,
    problem text,
    result text,
    found text not null,
    superseded bigint not null,
    epoch bigint not null,
    lease_until bigint not null,
    over_at bigint,
    silent bigint default 0 not null
  )`,
  `create index jobs_due on jobs (executor, state, due_at) where state != 'done'`,
  `create index jobs_datapoint on jobs (datapoint_id)`,
  `create index jobs_newest on jobs (project_id, created_at, id)`,
  `create index jobs_over on jobs (executor, over_at)`,
  `create table judges (
    id text primary key,
    project_id text not null,
    name text not null,
    settings text not null,
    sealed_key text,
    is_active bigint not null,
    revision bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    constraint judges_name unique (project_id, name)
  )`,
  `create table judge_spend (
    judge_id text not null,
    day text not null,
    micro_usd bigint not null,
    calls bigint not null,
    skipped bigint not null,
    constraint judge_spend_key primary key (judge_id, day)
  )`,
  `create table custom_checks (
    project_id text not null references projects (id),
    name text not null,
    title text not null,
    description text not null,
    category text not null,
    severity text not null,
    tags text not null,
    number bigint not null,
    version bigint not null,
    stops text not null,
    off_reason text,
    off_at bigint,
    created_at bigint not null,
    updated_at bigint not null,
    constraint custom_checks_key primary key (project_id, name)
  )`,
  `create table custom_check_versions (
    project_id text not null,
    name text not null,
    number bigint not null,
    version bigint not null,
    definition text not null,
    created_by text not null,
    created_at bigint not null,
    constraint custom_check_versions_key primary key (project_id, name, number)
  )`,
  `create table check_runs (
    id text primary key,
    project_id text not null references projects (id),
    state text not null,
    checks text not null,
    query text,
    items text not null,
    total bigint not null,
    examined bigint not null,
    problem text,
    requested_by text not null,
    lease_until bigint not null,
    epoch bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    monitor_id text
  )`,
  `create index check_runs_newest on check_runs (project_id, created_at, id)`,
  `create index check_runs_due on check_runs (state, lease_until)`,
  `create table verdict_labels (
    project_id text not null references projects (id),
    datapoint_id text not null,
    check_name text not null,
    check_version bigint not null,
    verdict text not null,
    label text not null,
    note text,
    labeled_by text not null,
    labeled_at bigint not null,
    constraint verdict_labels_key primary key (project_id, check_name, datapoint_id)
  )`,
];
