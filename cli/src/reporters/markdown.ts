import { type FlowReport, passRate } from "../report.ts";

/** A table for a pull request. */
export function markdownReport(reports: readonly FlowReport[]): string {
  const rate = passRate(reports);
  const rows = reports.flatMap(({ flow, runs, failure }) => [
    ...(failure === undefined ? [] : [`| ${cell(flow)} | – | – | failed: ${cell(failure.split("\n")[0] ?? "")} |`]),
    ...runs.flatMap(({ name, app_link: link, model_metrics: metrics }) =>
      (metrics?.checks ?? []).map(
        ({ check, passed, failed }) =>
          `| ${cell(flow)} | [${cell(name)}](${link}) | ${check} | ${failed === 0 ? "✓" : "✗"} ${passed} of ${passed + failed} |`,
      ),
    ),
  ]);
  return [
    `**Gaffe**: ${rate === undefined ? "no verdict" : `${(rate * 100).toFixed(1)} % of the checks passed`}`,
    "",
    "| flow | run | check | passed |",
    "|---|---|---|---|",
    ...rows,
  ].join("\n");
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");
