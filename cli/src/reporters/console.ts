import { changeText, isRegression } from "../comparison.ts";
import { measuresText } from "../metrics.ts";
import { oneLine, percent } from "../print.ts";
import {
  type FlowReport,
  failingRows,
  flowFailure,
  hasPassed,
  passRate,
  type ReportedRun,
  shownRows,
  troubleOf,
} from "../report.ts";

export function consoleReport(reports: readonly FlowReport[]): string {
  const rate = passRate(reports);
  const flows = reports.length === 1 ? "1 flow" : `${reports.length} flows`;
  const sum = rate === undefined ? "" : `: ${percent(rate)} of the checks passed`;
  return [...reports.map(flowText), `${flows}${sum}`].join("\n\n");
}

function flowText(report: FlowReport): string {
  const head = `${hasPassed(report) ? "✓" : "✗"} ${report.flow} (${report.seconds.toFixed(1)} s)`;
  const failure = flowFailure(report);
  return [head, ...(failure === undefined ? [] : [indented(failure)]), ...report.runs.map(runText)].join("\n");
}

function runText(run: ReportedRun): string {
  const { name, model_metrics: metrics, app_link: link } = run;
  const rows = metrics ? `${metrics.rows} ${metrics.rows === 1 ? "row" : "rows"}` : "";
  const measures = metrics ? measuresText(metrics) : "";
  const width = Math.max(0, ...(metrics?.checks ?? []).map(({ check }) => check.length));
  const badOnes = new Set((run.conclusion?.reasons ?? []).map(({ check }) => check));
  const checks = (metrics?.checks ?? []).map(({ check, passed, failed, skipped, broken, mean }) => {
    const left = [skipped > 0 ? `${skipped} skipped` : "", broken > 0 ? `${broken} broken` : ""]
      .filter(Boolean)
      .join(", ");
    const average = isScored(passed, failed, mean) ? `  mean ${Number(mean?.toFixed(3))}` : "";
    return `    ${badOnes.has(check) ? "✗" : "✓"} ${check.padEnd(width)}  ${passed}/${passed + failed}${average}${left && `  (${left})`}`;
  });
  const compared = comparisonLines(run.comparison, width);
  return [
    `  ${name}: ${troubleOf(run) ?? ["finished", rows].filter(Boolean).join(", ")}`,
    ...(measures === "" ? [] : [`    ${measures}`]),
    ...checks,
    ...compared,
    ...rowLines(run),
    `    ${link}`,
  ].join("\n");
}

function rowLines(run: ReportedRun): readonly string[] {
  const failing = failingRows(run);
  const more = failing.length > shownRows ? [`    and ${failing.length - shownRows} more failing rows`] : [];
  const line = (label: string, text: string | undefined) =>
    text === undefined ? [] : [`        ${label} ${oneLine(text, 160)}`];
  return [
    ...failing
      .slice(0, shownRows)
      .flatMap(({ input, output, expected, problems }) => [
        `    ✗ ${oneLine(input, 160)}`,
        ...line("output:  ", output),
        ...line("expected:", expected),
        ...problems.map((problem) => `        ${oneLine(problem, 240)}`),
      ]),
    ...more,
  ];
}

/** The mean of boolean results repeats the counts. */
function isScored(passed: number, failed: number, mean: number | undefined): boolean {
  const share = passed / (passed + failed);
  return mean !== undefined && mean !== share && mean !== 1 - share;
}

function comparisonLines(comparison: ReportedRun["comparison"], width: number): readonly string[] {
  if (!comparison) return [];
  if ("missing" in comparison) return [`    baseline: ${comparison.missing}: nothing to compare with`];
  return [
    `    against ${comparison.base.name} (${comparison.base.id}): ${comparison.conclusion?.sentence ?? ""}`.trimEnd(),
    ...comparison.checks.map(
      (each) => `    ${isRegression(each) ? "✗" : " "} ${each.check.padEnd(width)}  ${changeText(each)}`,
    ),
  ];
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
