declare module "../../storage/records/tables.ts" {
  interface Tables {
    dashboards: {
      id: string;
      project_id: string;
      name: string;
      charts: string;
      created_at: number;
      updated_at: number;
    };
    saved_views: { id: string; project_id: string; page: string; name: string; search: string; created_at: number };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const dashboardTables: readonly string[] = [
  `create table dashboards (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    charts text not null,
    created_at bigint not null,
    updated_at bigint not null,
    constraint dashboards_name unique (project_id, name)
  )`,
  `create table saved_views (
    id text primary key,
    project_id text not null references projects (id),
    page text not null,
    name text not null,
    search text not null,
    created_at bigint not null
  )`,
  `create index saved_views_project on saved_views (project_id)`,
];
