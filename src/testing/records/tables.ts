declare module "../../storage/records/tables.ts" {
  interface Tables {
    scenario_sets: {
      id: string;
      project_id: string;
      name: string;
      version: number;
      row_count: number;
      tags: string;
      created_at: number;
      updated_at: number;
    };
    scenario_rows: {
      set_id: string;
      version: number;
      number: number;
      id: string;
      input: string;
      result: string;
      origin: string;
      /** Of the origin, for finding what a deletion has to take along. */
      datapoint_id: string | null;
    };
    models: { id: string; project_id: string; name: string; version: number; created_at: number };
    model_versions: { model_id: string; version: number; definition: string; tags: string; created_at: number };
    model_secrets: {
      project_id: string;
      owner: string;
      name: string;
      host: string;
      sealed: string;
      created_at: number;
    };
    test_runs: {
      id: string;
      project_id: string;
      name: string;
      type: string;
      scenario_set_id: string;
      scenario_version: number;
      model_id: string;
      model_version: number;
      checks: string;
      tags: string;
      calculate_metrics: number;
      repeats: number;
      at_k: string;
      reevaluates: string | null;
      state: string;
      failure: string | null;
      metrics: string | null;
      created_at: number;
      ended_at: number | null;
      similarity: string | null;
      simulation: string | null;
      concurrency: number;
      served: number;
      worker: string | null;
      epoch: number;
      lease_until: number;
      commit_sha: string | null;
      ci_url: string | null;
    };
    test_run_rows: {
      run_id: string;
      number: number;
      repeat: number;
      row_id: string;
      leased_until: number;
      result: string | null;
      recorded: number;
      conversation: string | null;
      step: number;
      waits_for: string;
    };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const testingTables: readonly string[] = [
  `create table scenario_sets (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    version bigint not null,
    row_count bigint not null,
    tags text not null,
    created_at bigint not null,
    updated_at bigint not null,
    constraint scenario_sets_name unique (project_id, name)
  )`,
  `create table scenario_rows (
    set_id text not null references scenario_sets (id) on delete cascade,
    version bigint not null,
    number bigint not null,
    id text not null,
    input text not null,
    result text not null,
    origin text not null,
    datapoint_id text,
    constraint scenario_rows_key primary key (set_id, version, number),
    constraint scenario_rows_id unique (set_id, version, id)
  )`,
  `create index scenario_rows_datapoint on scenario_rows (datapoint_id)`,
  `create table models (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    version bigint not null,
    created_at bigint not null,
    constraint models_name unique (project_id, name)
  )`,
  `create table model_versions (
    model_id text not null references models (id) on delete cascade,
    version bigint not null,
    definition text not null,
    tags text not null,
    created_at bigint not null,
    constraint model_versions_key primary key (model_id, version)
  )`,
  `create table model_secrets (
    project_id text not null references projects (id),
    owner text not null,
    name text not null,
    host text not null,
    sealed text not null,
    created_at bigint not null,
    constraint model_secrets_key primary key (project_id, owner, name, host)
  )`,
  `create table test_runs (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    type text not null,
    scenario_set_id text not null references scenario_sets (id) on delete cascade,
    scenario_version bigint not null,
    model_id text not null references models (id) on delete cascade,
    model_version bigint not null,
    checks text not null,
    tags text not null,
    calculate_metrics bigint not null,
    repeats bigint not null,
    at_k text not null,
    state text not null,
    failure text,
    metrics text,
    created_at bigint not null,
    ended_at bigint,
    similarity text,
    simulation text,
    concurrency bigint default 8 not null,
    served bigint default 0 not null,
    worker text,
    worker_until bigint default 0 not null,
    reevaluates text,
    commit_sha text,
    ci_url text
  )`,
  `create index test_runs_newest on test_runs (project_id, created_at, id)`,
  `create index test_runs_state on test_runs (state)`,
  `create table test_run_rows (
    run_id text not null references test_runs (id) on delete cascade,
    number bigint not null,
    repeat bigint not null,
    row_id text not null,
    leased_until bigint not null,
    result text,
    recorded bigint not null,
    conversation text,
    step bigint default 0 not null,
    waits_for text default 'caller' not null,
    constraint test_run_rows_key primary key (run_id, number, repeat),
    constraint test_run_rows_row unique (run_id, row_id, repeat)
  )`,
  `create index test_run_rows_open on test_run_rows (run_id, waits_for, number, repeat) where result is null`,
  `create index test_run_rows_unrecorded on test_run_rows (run_id) where recorded = 0 and result is not null`,
];

export const runLeaseColumns: readonly string[] = [
  `alter table test_runs add column epoch bigint default 0 not null`,
  `alter table test_runs add column lease_until bigint default 0 not null`,
];
