/** Tables of checks that projects wrote themselves, as `Schema`. */
export interface CheckTables {
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
    off_because: string | null;
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
    asked_by: string;
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
    said: string;
    label: string;
    note: string | null;
    labelled_by: string;
    labelled_at: number;
  };
}
