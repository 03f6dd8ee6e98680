declare module "../../storage/records/tables.ts" {
  interface Tables {
    issues: {
      id: string;
      project_id: string;
      number: number;
      kind: string;
      title: string;
      subtitle: string | null;
      state: string;
      state_since: number;
      severity: string;
      check_name: string;
      error_type: string | null;
      monitor_id: string;
      explanation: string;
      sample_datapoint_id: string;
      first_seen_at: number;
      last_seen_at: number;
      assignee: string | null;
      regressed: number;
      resolution: string | null;
      ignoring: string | null;
      wakes_at: number | null;
      first_release: string | null;
      first_release_at: number | null;
      spiking_since: number | null;
      merged_into: string | null;
      links: string | null;
      awaited_set: string | null;
      awaited_since: number | null;
    };
    issue_activity: { id: string; issue_id: string; kind: string; actor: string; note: string | null; at: number };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const issueTables: readonly string[] = [
  `create table issues (
    id text primary key,
    project_id text not null references projects (id),
    number bigint not null,
    kind text not null,
    title text not null,
    state text not null,
    state_since double precision not null,
    severity text not null,
    check_name text not null,
    error_type text,
    monitor_id text not null,
    explanation text not null,
    sample_datapoint_id text not null,
    first_seen_at double precision not null,
    last_seen_at double precision not null,
    assignee text,
    regressed bigint not null,
    resolution text,
    ignoring text,
    wakes_at bigint,
    first_release text,
    first_release_at double precision,
    spiking_since double precision,
    merged_into text,
    links text,
    awaited_set text,
    awaited_since bigint,
    constraint issues_number unique (project_id, number)
  )`,
  `create index issues_newest on issues (project_id, last_seen_at, id)`,
  `create index issues_merged on issues (merged_into)`,
  `create index issues_waking on issues (wakes_at)`,
  `create table issue_activity (
    id text primary key,
    issue_id text not null references issues (id),
    kind text not null,
    actor text not null,
    note text,
    at bigint not null
  )`,
  `create index issue_activity_issue on issue_activity (issue_id, at)`,
];

export const issueSubtitles: readonly string[] = [`alter table issues add column subtitle text`];
