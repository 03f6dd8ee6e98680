declare module "../../storage/records/tables.ts" {
  interface Tables {
    upstreams: {
      project_id: string;
      id: string;
      base_url: string;
      auth: string;
      header: string | null;
      dialect: string | null;
      stream_usage: number | null;
    };
    proxy_choices: { project_id: string; default_upstream: string | null; strict: number; include_usage: number };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const providerTables: readonly string[] = [
  `create table upstreams (
    project_id text not null references projects (id),
    id text not null,
    base_url text not null,
    auth text not null,
    header text,
    dialect text,
    stream_usage bigint,
    constraint upstreams_key primary key (project_id, id)
  )`,
  `create table proxy_choices (
    project_id text primary key references projects (id),
    default_upstream text,
    strict bigint not null,
    include_usage bigint not null
  )`,
];
