declare module "../../storage/records/tables.ts" {
  interface Tables {
    monitors: {
      id: string;
      project_id: string;
      name: string;
      description: string | null;
      enabled: number;
      condition: string;
      sample_rate: number;
      checks: string;
      notifications: string;
      rules: string;
      revision: number;
      created_at: number;
      updated_at: number;
    };
    monitor_health: { monitor_id: string; project_id: string; state: string; at: number };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const monitorTables: readonly string[] = [
  `create table monitors (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    description text,
    enabled bigint not null,
    condition text not null,
    sample_rate double precision not null,
    checks text not null,
    notifications text not null,
    revision bigint not null,
    created_at bigint not null,
    updated_at bigint not null,
    rules text not null default '{}'
  )`,
  `create index monitors_project on monitors (project_id)`,
  `create table monitor_health (
    monitor_id text primary key references monitors (id) on delete cascade,
    project_id text not null references projects (id),
    state text not null,
    at bigint not null
  )`,
];
