import type { Panel } from "./panels.ts";
import { scopeOfChecks, settings } from "./scope.ts";

/** Lists issues by number of occurrences in the selected time, each with a link to Gaffe. */
export const issueList = (title: string, kind?: "behavior" | "error"): Panel => ({
  kind: "list",
  title,
  about: "The state of an issue is in Gaffe, behind the link",
  width: 24,
  sql: `SELECT issue_id AS issue, argMax(title, (at, datapoint_id)) AS title, kind, argMax(severity, (at, datapoint_id)) AS severity,
    uniqExact(datapoint_id) AS occurrences, uniqExact(user_id) AS users, max(at) AS "last seen"
    FROM findings FINAL WHERE ${scopeOfChecks}${kind === undefined ? "" : ` AND kind = '${kind}'`}
    GROUP BY issue, kind ORDER BY occurrences DESC, issue LIMIT 50 ${settings}`,
  columns: { issue: { link: "/issues/${__value.text}" } },
});
