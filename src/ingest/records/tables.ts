declare module "../../storage/records/tables.ts" {
  interface Tables {
    rejected_requests: {
      project_id: string;
      id: string;
      at: number;
      count: number;
      route: string;
      status: number;
      reason: string;
      token_hint: string | null;
    };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const ingestTables: readonly string[] = [
  `create table rejected_requests (
    project_id text not null,
    id text not null,
    at bigint not null,
    count bigint not null,
    route text not null,
    status bigint not null,
    reason text not null,
    token_hint text,
    constraint rejected_requests_key primary key (project_id, id)
  )`,
];
