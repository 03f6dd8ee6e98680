declare module "../../storage/records/tables.ts" {
  interface Tables {
    channels: {
      id: string;
      project_id: string;
      name: string;
      target: string;
      shows_dialog: number;
      disabled_reason: string | null;
      created_at: number;
      updated_at: number;
    };
    deliveries: {
      id: string;
      project_id: string;
      channel_id: string;
      recipient: string | null;
      kind: string;
      state: string;
      due_at: number;
      created_at: number;
      attempts: number;
      first_attempt_at: number | null;
      unconfirmed: number;
      problem: string | null;
      over_at: number | null;
      epoch: number;
      lease_until: number;
      started: number;
    };
    notification_events: {
      id: string;
      delivery_id: string;
      issue_number: number | null;
      severity_rank: number;
      event: string;
      at: number;
      monitor_id: string | null;
    };
    mutes: {
      id: string;
      project_id: string;
      recipient: string;
      scope: string;
      subject_id: string;
      subject_name: string;
      created_at: number;
    };
  }
}

/** Creates the tables above, in an order in which each comes after those it refers to. */
export const notificationTables: readonly string[] = [
  `create table channels (
    id text primary key,
    project_id text not null references projects (id),
    name text not null,
    target text not null,
    shows_dialog bigint not null,
    disabled_reason text,
    created_at bigint not null,
    updated_at bigint not null
  )`,
  `create index channels_project on channels (project_id)`,
  `create table deliveries (
    id text primary key,
    project_id text not null references projects (id),
    channel_id text not null,
    recipient text,
    kind text not null,
    state text not null,
    due_at bigint not null,
    created_at bigint not null,
    attempts bigint not null,
    first_attempt_at bigint,
    unconfirmed bigint not null,
    problem text,
    over_at bigint,
    epoch bigint not null,
    lease_until bigint not null,
    started bigint not null
  )`,
  `create index deliveries_due on deliveries (state, due_at)`,
  `create index deliveries_newest on deliveries (project_id, created_at, id)`,
  `create index deliveries_recipient on deliveries (project_id, channel_id, recipient, created_at)`,
  `create table notification_events (
    id text primary key,
    delivery_id text not null references deliveries (id) on delete cascade,
    issue_number bigint,
    severity_rank bigint not null,
    event text not null,
    at bigint not null,
    monitor_id text
  )`,
  `create index notification_events_delivery on notification_events (delivery_id, severity_rank, at)`,
  `create table mutes (
    id text primary key,
    project_id text not null references projects (id),
    recipient text not null,
    scope text not null,
    subject_id text not null,
    subject_name text not null,
    created_at bigint not null
  )`,
  `create index mutes_project on mutes (project_id, recipient)`,
];
