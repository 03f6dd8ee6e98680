import type { CheckTables } from "../../checks/records/schema-checks.ts";
import type { ReplicaTables } from "../../storage/records/schema-replicas.ts";
import type { OfflineTables } from "../../testing/records/schema-offline.ts";

/**
 * The tables as queries see them, the same in both dialects: text, 64-bit whole numbers (Unix milliseconds, counts,
 * 0 or 1), floating point. Lists and objects are JSON text.
 */
export interface Schema extends CheckTables, OfflineTables, ReplicaTables {
  accounts: { id: string; name: string; created_at: number };
  users: {
    id: string;
    account_id: string;
    email: string;
    password_hash: string;
    created_at: number;
    role: string;
    last_seen_at: number | null;
  };
  sessions: {
    id: string;
    sha256: string;
    user_id: string;
    created_at: number;
    last_seen_at: number;
    address: string;
    agent: string;
  };
  mailed_links: {
    id: string;
    sha256: string;
    kind: string;
    email: string;
    account_id: string | null;
    role: string | null;
    user_id: string | null;
    made_by: string | null;
    created_at: number;
    expires_at: number;
  };
  attempts: { key: string; window_ends_at: number; count: number };
  audit_begun: { id: string; account_id: string; at: number; entry: string };
  audit_entries: {
    account_id: string;
    number: number;
    at: number;
    actor: string;
    action: string;
    entry: string;
    hash: string;
  };
  projects: {
    id: string;
    account_id: string;
    name: string;
    language: string | null;
    created_at: number;
    next_issue_number: number;
    archived_at: number | null;
  };
  tokens: {
    id: string;
    account_id: string;
    project_id: string;
    name: string;
    hint: string;
    sha256: string;
    scopes: string;
    created_at: number;
    expires_at: number | null;
    last_used_at: number | null;
    revoked_at: number | null;
    made_by: string | null;
  };
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
  issues: {
    id: string;
    project_id: string;
    number: number;
    kind: string;
    title: string;
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
  idempotency_keys: {
    project_id: string;
    key: string;
    request_hash: string;
    status: number | null;
    body: string | null;
    created_at: number;
  };
  channels: {
    id: string;
    project_id: string;
    name: string;
    target: string;
    shows_dialog: number;
    disabled_because: string | null;
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
    tries: number;
    first_tried_at: number | null;
    unconfirmed: number;
    problem: string | null;
    over_at: number | null;
    epoch: number;
    lease_until: number;
    begun: number;
  };
  notices: {
    id: string;
    delivery_id: string;
    issue_number: number | null;
    severity_rank: number;
    told: string;
    at: number;
    monitor_id: string | null;
  };
  monitor_health: { monitor_id: string; project_id: string; state: string; at: number };
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
    counts: string;
    problem: string | null;
    finished_at: number | null;
  };
  deleted_traces: { project_id: string; trace_id: string; at: number };
  sealing_key: { id: string; key_id: string };
  mutes: {
    id: string;
    project_id: string;
    recipient: string;
    scope: string;
    subject_id: string;
    subject_name: string;
    created_at: number;
  };
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
  jobs: {
    id: string;
    project_id: string;
    datapoint_id: string;
    filed_at: number;
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
    tries: number;
    first_tried_at: number | null;
    lost: number;
    problem: string | null;
    result: string | null;
    found: string;
    withdrawn: number;
    epoch: number;
    lease_until: number;
    quiet: number;
    over_at: number | null;
  };
  dashboards: {
    id: string;
    project_id: string;
    name: string;
    charts: string;
    created_at: number;
    updated_at: number;
  };
  saved_views: { id: string; project_id: string; page: string; name: string; search: string; created_at: number };
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
}
