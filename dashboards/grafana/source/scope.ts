/**
 * SQL conditions of the dashboard variables. Every read is de-duplicated (FINAL): ClickHouse keeps replaced
 * rows until it merges, and a replayed batch would count twice. The time is part of the keys, so versions of
 * a row share a partition.
 */
const project = "project_id = ${project:singlequote} AND $__timeFilter(at)";
const inEnvironment = "ifNull(environment, '(none)') IN (${environment:singlequote})";
const byModel = "coalesce(response_model, request_model, '(none)') IN (${model:singlequote})";

const ofDatapoints = (claim: string) =>
  `datapoint_id IN (SELECT id FROM datapoints FINAL WHERE ${project} AND ${claim})`;

/** Conditions on `datapoints`; a variable with All selected adds none. */
export const scope = `${project}
  AND $__conditionalAll(${inEnvironment}, $environment) AND $__conditionalAll(${byModel}, $model)`;

/** Conditions on `verdicts` and `findings`, which have no environment and not always a model. */
export const scopeOfChecks = `${project}
  AND $__conditionalAll(${ofDatapoints(inEnvironment)}, $environment) AND $__conditionalAll(${ofDatapoints(byModel)}, $model)`;

/** Condition for a datapoint without an error that has a finding. */
export const flagged = `error_type IS NULL AND id IN (SELECT datapoint_id FROM findings FINAL WHERE ${project} AND kind = 'behavior')`;

export const modelName = "coalesce(response_model, request_model, '(none)')";

/** Ends every query. */
export const settings = "SETTINGS do_not_merge_across_partitions_select_final = 1";

const variable = (name: string, label: string, sql: string, more: object) => ({
  type: "query",
  name,
  label,
  datasource: { type: "grafana-clickhouse-datasource", uid: "gaffe-clickhouse" },
  query: sql,
  definition: sql,
  refresh: 2,
  sort: 1,
  ...more,
});

const several = { multi: true, includeAll: true, current: { text: "All", value: "$__all" } };

/** The variables at the top of every dashboard. */
export const variables = [
  variable(
    "project",
    "Project",
    "SELECT DISTINCT project_id FROM datapoints WHERE $__timeFilter(at) ORDER BY project_id",
    {
      multi: false,
      includeAll: false,
    },
  ),
  variable(
    "environment",
    "Environment",
    `SELECT DISTINCT ifNull(environment, '(none)') AS name FROM datapoints WHERE ${project} ORDER BY name LIMIT 500`,
    several,
  ),
  variable(
    "model",
    "Model",
    `SELECT DISTINCT ${modelName} AS name FROM datapoints WHERE ${project} ORDER BY name LIMIT 500`,
    several,
  ),
  {
    type: "textbox",
    name: "gaffe",
    label: "Gaffe",
    description: "Where links lead: the address under which people open Gaffe",
    query: "http://localhost:4233",
    current: { text: "http://localhost:4233", value: "http://localhost:4233" },
  },
];
