declare module "../../storage/records/tables.ts" {
  interface Tables {
    issues: {
      id: string;
      project_id: string;
      number: number;
      kind: string;
      title: string;
      subtitle: string | null;
      phrases: string | null;
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
    issue_topics: {
      id: string;
      project_id: string;
      base_id: string;
      has_issue: number;
      number: number;
      size: number;
      last_at: number;
      words: string;
      meaning: string | null;
      meaning_texts: number;
      phrases: string;
      shown: string;
    };
    issue_topic_findings: {
      project_id: string;
      base_id: string;
      datapoint_id: string;
      issue_id: string;
      at: number;
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

/** Topics of behavioral findings: vectors are base64 of 32-bit floats. */
export const issueTopicTables: readonly string[] = [
  `alter table issues add column phrases text`,
  `create table issue_topics (
    id text primary key,
    project_id text not null references projects (id),
    base_id text not null,
    has_issue bigint not null,
    number bigint not null,
    size bigint not null,
    last_at double precision not null,
    words text not null,
    meaning text,
    meaning_texts bigint not null,
    phrases text not null,
    shown text not null
  )`,
  `create index issue_topics_base on issue_topics (project_id, base_id, number)`,
  `create table issue_topic_findings (
    project_id text not null references projects (id),
    base_id text not null,
    datapoint_id text not null,
    issue_id text not null,
    at bigint not null,
    primary key (project_id, base_id, datapoint_id)
  )`,
  `create index issue_topic_findings_at on issue_topic_findings (project_id, base_id, at)`,
];
