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
import { changedRows, changeTexts } from "./change-texts.ts";

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
  const checks = (metrics?.checks ?? []).map(({ check, passed, failed, skipped, broken, mean, isScore }) => {
    const left = [skipped > 0 ? `${skipped} skipped` : "", broken > 0 ? `${broken} broken` : ""]
      .filter(Boolean)
      .join(", ");
    const average = hasMean({ passed, failed, mean, isScore }) ? `  mean ${Number(mean?.toFixed(3))}` : "";
    return `    ${badOnes.has(check) ? "✗" : "✓"} ${check.padEnd(width)}  ${passed}/${passed + failed}${average}${left && `  (${left})`}`;
  });
  const compared = comparisonLines(run, width);
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

/** The mean of boolean results repeats the counts. Older runs do not record what their values are. */
function hasMean({
  passed,
  failed,
  mean,
  isScore,
}: {
  readonly passed: number;
  readonly failed: number;
  readonly mean: number | undefined;
  readonly isScore: boolean | undefined;
}): boolean {
  if (mean === undefined || isScore !== undefined) return isScore === true;
  const share = passed / (passed + failed);
  return mean !== share && mean !== 1 - share;
}

const changesShown = 5;

function comparisonLines(run: ReportedRun, width: number): readonly string[] {
  const { comparison } = run;
  if (!comparison) return [];
  if ("missing" in comparison) return [`    baseline: ${comparison.missing}: nothing to compare with`];
  return [
    `    against ${comparison.base.name} (${comparison.base.id}): ${comparison.conclusion?.sentence ?? ""}`.trimEnd(),
    ...comparison.checks.map(
      (each) => `    ${isRegression(each) ? "✗" : " "} ${each.check.padEnd(width)}  ${changeText(each)}`,
    ),
    ...changedRows(comparison)
      .slice(0, changesShown)
      .map(
        ({ check, change, input }) =>
          `      ${change === "worsened" ? "worse" : "better"}: ${check}: ${oneLine(input, 120)}`,
      ),
    ...(comparison.changed.length > changesShown ? [`      and ${comparison.changed.length - changesShown} more`] : []),
    ...changeTexts(run, comparison).map((text) => `      ${text}`),
  ];
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `  ${line}`)
    .join("\n");
