/** Scenario sets, registered models and test runs; column types as in the whole schema. */
export interface OfflineTables {
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
    likeness: string | null;
    simulation: string | null;
    concurrency: number;
    served: number;
    carrier: string | null;
    carried_until: number;
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
  model_secrets: {
    project_id: string;
    owner: string;
    name: string;
    host: string;
    sealed: string;
    created_at: number;
  };
}
