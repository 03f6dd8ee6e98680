import { ancestorsAtMost, type TraceField } from "../query/trace-facts.ts";

/** Spans around a call begin at most so much earlier or later than the call: agents that wait for people. */
const aroundDays = 2;

const inProject = `project_id = {project:String}
  AND at >= {from:DateTime64(3, 'UTC')} - INTERVAL ${aroundDays} DAY AND at < {to:DateTime64(3, 'UTC')} + INTERVAL ${aroundDays} DAY`;

/** Whether any value of a field about the trace fulfills a claim; `claim` receives the SQL of the value, NULL if absent. */
export function traceSql(field: TraceField, name: string, bound: string, claim: (value: string) => string): string {
  const matches = `ifNull(${claim(valueSql(field, name, bound))}, 0)`;
  const found = `FROM spans FINAL WHERE ${inProject} AND ${matches}`;
  switch (field) {
    case "trace.attr":
      return `trace_id IN (SELECT trace_id ${found})`;
    case "parent.attr":
      return `(trace_id, span_id) IN (${belowSql(found)})`;
    default:
      return `(trace_id, span_id) IN (SELECT trace_id, span_id ${found})`;
  }
}

/** Every span below one that matches, level by level. */
const belowSql = (found: string) => `
  WITH RECURSIVE below AS (
    SELECT trace_id, span_id, 0 AS depth ${found}
    UNION ALL
    SELECT child.trace_id, child.span_id, below.depth + 1 AS depth
    FROM spans AS child INNER JOIN below ON child.trace_id = below.trace_id AND child.parent_span_id = below.span_id
    WHERE child.project_id = {project:String} AND child.is_deleted = 0 AND below.depth < ${ancestorsAtMost}
  ) SELECT trace_id, span_id FROM below WHERE depth > 0`;

/** Values of spans are stored as JSON (attribute-json.ts); a query compares them as the datapoint's own attributes. */
function valueSql(field: TraceField, name: string, bound: string): string {
  if (field === "scope" && (name === "name" || name === "version")) return `nullIf(scope_${name}, '')`;
  const column = field === "resource.attr" ? "resource" : field === "scope" ? "scope_attributes" : "attributes";
  const json = `${column}[${bound}]`;
  const tagged = `JSONExtractKeys(${json})[1]`;
  const text = `multiIf(startsWith(${json}, '"'), JSONExtractString(${json}),
    startsWith(${json}, '{"$') AND ${tagged} IN ('$bigint', '$bytes', '$number'), JSONExtractString(${json}, ${tagged}), ${json})`;
  return `if(mapContains(${column}, ${bound}), substringUTF8(${text}, 1, 1000), NULL)`;
}
