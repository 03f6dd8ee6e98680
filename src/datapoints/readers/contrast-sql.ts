/** Compared query fields, as columns of `datapoints`. */
const columns = [
  ["model", "ifNull(request_model, '')"],
  ["model.response", "ifNull(response_model, '')"],
  ["provider", "ifNull(provider, '')"],
  ["service", "ifNull(service, '')"],
  ["env", "ifNull(environment, '')"],
  ["release", "ifNull(release, '')"],
  ["op", "operation"],
  ["source", "source"],
  ["convention", "convention"],
  ["streaming", "if(streaming IS NULL, '', if(assumeNotNull(streaming), 'true', 'false'))"],
  ["user", "ifNull(user_id, '')"],
  ["session", "ifNull(session_id, '')"],
  ["prompt.name", "attributes['gen_ai.prompt.name']"],
  ["prompt.version", "attributes['gen_ai.prompt.version']"],
] as const;

const lists = [
  ["tool", "tool_names"],
  ["tag", "tags"],
  ["finish", "finish_reasons"],
] as const;

/** Attributes that repeat a column, hold content, or differ in every call. */
const leftOut =
  "^(gen_ai|llm|openinference|traceloop|langfuse|lk|ai|input|output|message|http|url|server|net|thread|process|telemetry|code|exception|error)([._]|$)";

/**
 * Reads the newest `sample` datapoints of the monitor, flagged or not, and all their values, in one statement.
 * The first row counts the datapoints themselves. Values longer than 100 characters are content, not a property.
 */
export const contrastSql = (sample: number): string => `
WITH sampled AS (
  SELECT id IN (
      SELECT datapoint_id FROM findings FINAL WHERE project_id = {project:String} AND issue_id IN {issues:Array(String)}
    ) AS hit,
    arrayConcat(
      [${columns.map(([field, sql]) => `('${field}', toString(${sql}))`).join(", ")}],
      ${lists.map(([field, sql]) => `arrayMap(x -> ('${field}', toString(x)), arrayDistinct(${sql}))`).join(",\n      ")},
      arrayMap((key, value) -> (concat('meta.', toString(key)), if(startsWith(value, '"'), JSONExtractString(value), value)),
        mapKeys(metadata), mapValues(metadata)),
      arrayMap((key, value) -> (concat('attr.', toString(key)), value),
        arrayFilter(key -> NOT match(key, '${leftOut}'), mapKeys(attributes)),
        arrayFilter((value, key) -> NOT match(key, '${leftOut}'), mapValues(attributes), mapKeys(attributes)))
    ) AS pairs
  FROM datapoints FINAL
  WHERE project_id = {project:String} AND at >= {from:DateTime64(3, 'UTC')} AND at < {to:DateTime64(3, 'UTC')}
    AND has(monitor_ids, {monitor:String})
  ORDER BY at DESC LIMIT ${sample}
)
SELECT '' AS field, '' AS value, toFloat64(countIf(hit)) AS inside, toFloat64(countIf(NOT hit)) AS outside FROM sampled
UNION ALL
SELECT * FROM (
  SELECT pair.1 AS field, pair.2 AS value, toFloat64(countIf(hit)) AS inside, toFloat64(countIf(NOT hit)) AS outside
  FROM (SELECT hit, arrayJoin(pairs) AS pair FROM sampled)
  WHERE value != '' AND length(value) <= 100
  GROUP BY field, value HAVING inside >= 2 ORDER BY inside DESC, field, value LIMIT 1000
)`;
