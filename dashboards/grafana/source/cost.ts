import type { Dashboard, Panel } from "./panels.ts";
import { modelName, scope, scopeOfChecks, settings } from "./scope.ts";

const stat = (title: string, value: string, unit: "currencyUSD" | "short" | "percentunit", about?: string): Panel => ({
  kind: "figure",
  title,
  width: 4,
  unit,
  ...(about === undefined ? {} : { about }),
  sql: `SELECT ${value} FROM datapoints FINAL WHERE ${scope} ${settings}`,
});

const over = (title: string, name: string, by: string): Panel => ({
  kind: "bars",
  title,
  width: 12,
  unit: "currencyUSD",
  sql: `SELECT $__timeInterval(at) AS time, ${by} AS ${name}, sum(cost_usd) AS cost
    FROM datapoints FINAL WHERE ${scope} GROUP BY time, ${name} ORDER BY time ${settings}`,
});

const spenders = (title: string, column: string, link: string): Panel => ({
  kind: "list",
  title,
  width: 12,
  sql: `SELECT ${column} AS name, sum(cost_usd) AS cost, count() AS calls, sum(input_tokens) AS input, sum(output_tokens) AS output
    FROM datapoints FINAL WHERE ${scope} AND ${column} IS NOT NULL GROUP BY name ORDER BY cost DESC, name LIMIT 50 ${settings}`,
  columns: { name: { link }, cost: { unit: "currencyUSD" } },
});

export const cost: Dashboard = {
  uid: "gaffe-cost",
  title: "Gaffe: cost",
  about: "What the calls cost by list prices, and who spends it",
  rows: [
    {
      height: 4,
      panels: [
        stat("Cost", "sum(cost_usd)", "currencyUSD"),
        stat("Cost of a call", "avg(cost_usd)", "currencyUSD"),
        stat(
          "Calls without a whole price",
          "countIf(NOT ifNull(cost_complete, false)) / count()",
          "percentunit",
          "The model has no known price, or the call reported no token counts",
        ),
        stat("Input tokens", "sum(input_tokens)", "short", "Cached ones included"),
        stat("Output tokens", "sum(output_tokens)", "short"),
        {
          kind: "figure",
          title: "Cost of judges",
          about: "What checks by a model cost on top",
          width: 4,
          unit: "currencyUSD",
          sql: `SELECT ifNull(sum(cost_usd), 0) FROM verdicts FINAL WHERE ${scopeOfChecks} ${settings}`,
        },
      ],
    },
    {
      height: 8,
      panels: [
        over("Cost by model", "model", modelName),
        over("Cost by environment", "environment_name", "ifNull(environment, '(none)')"),
      ],
    },
    {
      height: 8,
      panels: [
        over("Cost by service", "service_name", "ifNull(service, '(none)')"),
        {
          kind: "lines",
          title: "Tokens",
          width: 12,
          sql: `SELECT $__timeInterval(at) AS time, sum(input_tokens) AS input, sum(output_tokens) AS output,
            sum(cache_read_tokens) AS "read from cache"
            FROM datapoints FINAL WHERE ${scope} GROUP BY time ORDER BY time ${settings}`,
        },
      ],
    },
    {
      height: 9,
      panels: [
        spenders("Users who cost most", "user_id", "/datapoints?q=user:%22${__value.text}%22"),
        spenders("Sessions that cost most", "session_id", "/sessions/${__value.text}"),
      ],
    },
  ],
};
