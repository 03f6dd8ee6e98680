import type { Dashboard } from "./panels.ts";
import { flagged, modelName, scope, settings } from "./scope.ts";
import { issueList } from "./shared-panels.ts";

const stat = (
  title: string,
  value: string,
  more: { unit?: "percentunit" | "ms" | "currencyUSD"; about?: string } = {},
) =>
  ({
    kind: "figure",
    title,
    width: 4,
    ...more,
    sql: `SELECT ${value} FROM datapoints FINAL WHERE ${scope} ${settings}`,
  }) as const;

export const overview: Dashboard = {
  uid: "gaffe-overview",
  title: "Gaffe: overview",
  about: "What the calls of a project did: how many, how fast, for how much, and what went wrong",
  rows: [
    {
      height: 4,
      panels: [
        stat("Calls", "count()"),
        stat("Failed", "countIf(error_type IS NOT NULL) / count()", { unit: "percentunit" }),
        stat("Flagged", `countIf(${flagged}) / count()`, {
          unit: "percentunit",
          about: "Answered, and a check found something wrong with it",
        }),
        stat("Latency, 95 %", "quantileBFloat16(0.95)(toFloat32(duration_ms))", { unit: "ms" }),
        stat("Cost", "sum(cost_usd)", { unit: "currencyUSD" }),
        stat("Users", "uniqExact(user_id)"),
      ],
    },
    {
      height: 8,
      panels: [
        {
          kind: "bars",
          title: "Calls and how they went",
          width: 12,
          sql: `SELECT $__timeInterval(at) AS time, countIf(error_type IS NOT NULL) AS failed, countIf(${flagged}) AS flagged,
            count() - failed - flagged AS fine
            FROM datapoints FINAL WHERE ${scope} GROUP BY time ORDER BY time ${settings}`,
        },
        {
          kind: "lines",
          title: "Latency",
          width: 12,
          unit: "ms",
          sql: `SELECT time, latencies[1] AS "50 %", latencies[2] AS "95 %", latencies[3] AS "99 %" FROM (
            SELECT $__timeInterval(at) AS time, quantilesBFloat16(0.5, 0.95, 0.99)(toFloat32(duration_ms)) AS latencies
            FROM datapoints FINAL WHERE ${scope} GROUP BY time
            ) ORDER BY time ${settings}`,
        },
      ],
    },
    {
      height: 8,
      panels: [
        {
          kind: "bars",
          title: "Calls by model",
          width: 12,
          sql: `SELECT $__timeInterval(at) AS time, ${modelName} AS model, count() AS calls
            FROM datapoints FINAL WHERE ${scope} GROUP BY time, model ORDER BY time ${settings}`,
        },
        {
          kind: "lines",
          title: "Time to first token by model, 95 %",
          width: 12,
          unit: "ms",
          sql: `SELECT $__timeInterval(at) AS time, ${modelName} AS model,
            quantileBFloat16(0.95)(toFloat32(time_to_first_token_ms)) AS p95
            FROM datapoints FINAL WHERE ${scope} AND time_to_first_token_ms IS NOT NULL
            GROUP BY time, model ORDER BY time ${settings}`,
        },
      ],
    },
    { height: 9, panels: [issueList("Issues seen most")] },
  ],
};
