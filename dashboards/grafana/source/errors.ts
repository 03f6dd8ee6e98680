import type { Dashboard } from "./panels.ts";
import { modelName, scope, settings } from "./scope.ts";
import { issueList } from "./shared-panels.ts";

const failed = "error_type IS NOT NULL";

export const errors: Dashboard = {
  uid: "gaffe-errors",
  title: "Gaffe: errors and providers",
  about: "Calls that failed, and how the providers behave",
  rows: [
    {
      height: 8,
      panels: [
        {
          kind: "bars",
          title: "Failed calls by error",
          width: 12,
          sql: `SELECT $__timeInterval(at) AS time, error_type AS error, count() AS calls
            FROM datapoints FINAL WHERE ${scope} AND ${failed} GROUP BY time, error ORDER BY time ${settings}`,
        },
        {
          kind: "lines",
          title: "Share of failed calls by provider",
          width: 12,
          unit: "percentunit",
          sql: `SELECT $__timeInterval(at) AS time, ifNull(provider, '(none)') AS by, countIf(${failed}) / count() AS failed
            FROM datapoints FINAL WHERE ${scope} GROUP BY time, by ORDER BY time ${settings}`,
        },
      ],
    },
    {
      height: 9,
      panels: [
        {
          kind: "list",
          title: "Providers and models",
          width: 14,
          sql: `SELECT ifNull(provider, '(none)') AS by, ${modelName} AS model, count() AS calls, countIf(${failed}) / calls AS failed,
            quantileBFloat16(0.5)(toFloat32(duration_ms)) AS "latency 50 %",
            quantileBFloat16(0.95)(toFloat32(duration_ms)) AS "latency 95 %",
            quantileBFloat16(0.95)(toFloat32(time_to_first_token_ms)) AS "first token 95 %"
            FROM datapoints FINAL WHERE ${scope} GROUP BY by, model ORDER BY calls DESC, by, model LIMIT 200 ${settings}`,
          columns: {
            failed: { unit: "percentunit" },
            "latency 50 %": { unit: "ms" },
            "latency 95 %": { unit: "ms" },
            "first token 95 %": { unit: "ms" },
          },
        },
        {
          kind: "list",
          title: "What providers answered",
          width: 10,
          sql: `SELECT error_type AS error, error_status AS status, error_code AS code, count() AS calls, max(at) AS "last seen"
            FROM datapoints FINAL WHERE ${scope} AND ${failed}
            GROUP BY error, status, code ORDER BY calls DESC, error LIMIT 100 ${settings}`,
          columns: { error: { link: "/datapoints?q=error.type:%22${__value.text}%22" } },
        },
      ],
    },
    {
      height: 9,
      panels: [
        {
          kind: "list",
          title: "Latest failed calls",
          width: 24,
          sql: `SELECT id AS datapoint, at, ifNull(provider, '(none)') AS by, ${modelName} AS model, error_type AS error,
            error_status AS status, substring(error_message, 1, 200) AS message, duration_ms AS duration
            FROM datapoints FINAL WHERE ${scope} AND ${failed} ORDER BY at DESC, id LIMIT 50 ${settings}`,
          columns: { datapoint: { link: "/datapoints/${__value.text}" }, duration: { unit: "ms" } },
        },
      ],
    },
    { height: 9, panels: [issueList("Errors", "error")] },
  ],
};
