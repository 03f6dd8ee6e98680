import type { Dashboard } from "./panels.ts";
import { flagged, modelName, scope, scopeOfChecks, settings } from "./scope.ts";
import { issueList } from "./shared-panels.ts";

const judged = "countIf(state IN ('passed', 'failed'))";
const passRate = "countIf(state = 'passed') / nullIf(countIf(state IN ('passed', 'failed')), 0)";

const stat = (title: string, value: string, more: { unit?: "percentunit"; about?: string } = {}) =>
  ({
    kind: "figure",
    title,
    width: 6,
    ...more,
    sql: `SELECT ${value} FROM verdicts FINAL WHERE ${scopeOfChecks} ${settings}`,
  }) as const;

export const quality: Dashboard = {
  uid: "gaffe-quality",
  title: "Gaffe: quality",
  about: "Verdicts on the responses",
  rows: [
    {
      height: 4,
      panels: [
        stat("Verdicts", judged, { about: "Passed or failed; skipped and broken verdicts do not count" }),
        stat("Passed", passRate, { unit: "percentunit" }),
        stat("Skipped", "countIf(state = 'skipped')", { about: "The check did not apply" }),
        stat("Broken", "countIf(state = 'broken')", {
          about: "The check could not be made; each verdict has the reason",
        }),
      ],
    },
    {
      height: 9,
      panels: [
        {
          kind: "lines",
          title: "Pass rate of the ten checks that failed most",
          width: 12,
          unit: "percentunit",
          sql: `SELECT $__timeInterval(at) AS time, check, ${passRate} AS passed FROM verdicts FINAL
            WHERE ${scopeOfChecks} AND state IN ('passed', 'failed') AND check IN (
            SELECT check FROM verdicts FINAL WHERE ${scopeOfChecks} AND state = 'failed' GROUP BY check ORDER BY count() DESC, check LIMIT 10
            ) GROUP BY time, check ORDER BY time ${settings}`,
        },
        {
          kind: "bars",
          title: "Findings by severity",
          width: 12,
          sql: `SELECT $__timeInterval(at) AS time, severity, count() AS findings FROM findings FINAL
            WHERE ${scopeOfChecks} AND kind = 'behavior' GROUP BY time, severity ORDER BY time ${settings}`,
        },
      ],
    },
    {
      height: 10,
      panels: [
        {
          kind: "list",
          title: "Checks",
          width: 14,
          sql: `SELECT check, ${passRate} AS "pass rate", countIf(state = 'failed') AS failed, countIf(state = 'passed') AS passed,
            countIf(state = 'skipped') AS skipped, countIf(state = 'broken') AS broken, sum(cost_usd) AS cost
            FROM verdicts FINAL WHERE ${scopeOfChecks} GROUP BY check ORDER BY failed DESC, check LIMIT 500 ${settings}`,
          columns: {
            check: { link: "/checks/${__value.text}" },
            "pass rate": { unit: "percentunit" },
            cost: { unit: "currencyUSD" },
          },
        },
        {
          kind: "list",
          title: "Models",
          about: "Flagged: answered, and a check found something wrong with it",
          width: 10,
          sql: `SELECT ${modelName} AS model, count() AS calls, countIf(${flagged}) / calls AS flagged,
            countIf(error_type IS NOT NULL) / calls AS failed
            FROM datapoints FINAL WHERE ${scope} GROUP BY model ORDER BY flagged DESC, calls DESC LIMIT 100 ${settings}`,
          columns: {
            model: { link: "/datapoints?q=model:%22${__value.text}%22&range=${__from:date:iso},${__to:date:iso}" },
            flagged: { unit: "percentunit" },
            failed: { unit: "percentunit" },
          },
        },
      ],
    },
    { height: 9, panels: [issueList("Behavioral issues", "behavior")] },
  ],
};
