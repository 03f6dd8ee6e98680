import { changeText, isRegression } from "../comparison.ts";
import { measuresText } from "../metrics.ts";
import { percent } from "../print.ts";
import {
  type FlowReport,
  failingRows,
  flowFailure,
  type Gate,
  passRate,
  type ReportedRun,
  regressionsOf,
  shownRows,
  troubleOf,
} from "../report.ts";
import { changeTexts } from "./change-texts.ts";

/** Returns tables for a pull request: results, and changes against the baseline, regressions first. */
export function markdownReport(reports: readonly FlowReport[], gate?: Gate): string {
  const rate = passRate(reports);
  const worse = regressionsOf(reports).length;
  const sum = rate === undefined ? "no checks" : `${percent(rate)} of the checks passed`;
  const found = worse === 0 ? "" : `, ${worse} significantly worse than the baseline`;
  const isCompared = reports.some(({ runs }) => runs.some(({ comparison }) => comparison !== undefined));
  return [
    `**Gaffe**: ${sum}${found}`,
    ...(gate?.reason === undefined ? [] : ["", `✗ Failed: ${cell(gate.reason)}`]),
    ...reports.flatMap(({ runs }) => runs.flatMap(comparisonSentence)),
    "",
    `| flow | run | check | passed |${isCompared ? " against the baseline |" : ""}`,
    `|---|---|---|---|${isCompared ? "---|" : ""}`,
    ...reports.flatMap((report) => rowsOf(report, isCompared)),
    ...reports.flatMap(({ runs }) => runs.flatMap((run) => [...worsened(run), ...failing(run)])),
  ].join("\n");
}

function rowsOf(report: FlowReport, isCompared: boolean): readonly string[] {
  const { flow, runs } = report;
  const failure = flowFailure(report);
  const last = (text: string) => (isCompared ? ` ${text} |` : "");
  return [
    ...(failure === undefined
      ? []
      : [`| ${cell(flow)} | – | – | failed: ${cell(failure.split("\n")[0] ?? "")} |${last("–")}`]),
    ...runs.flatMap((run) => {
      const { name, app_link: link, model_metrics: metrics, comparison } = run;
      const row = (check: string, outcome: string, change = "–") =>
        `| ${cell(flow)} | [${cell(name)}](${link}) | ${check} | ${outcome} |${last(change)}`;
      const trouble = troubleOf(run);
      const measures = metrics ? measuresText(metrics) : "";
      return [
        ...(trouble === undefined ? [] : [row("–", `✗ ${cell(trouble)}`)]),
        ...(measures === "" ? [] : [row("–", measures)]),
        ...(metrics?.checks ?? []).map(({ check, passed, failed }) =>
          row(
            check,
            `${run.conclusion?.reasons.some((reason) => reason.check === check) === true ? "✗" : "✓"} ${passed} of ${passed + failed}`,
            changeOf(check, comparison),
          ),
        ),
      ];
    }),
  ];
}

/** What changed against the baseline, in one sentence, with cost and latency. */
function comparisonSentence(run: ReportedRun): readonly string[] {
  const { comparison, name } = run;
  if (!comparison || "missing" in comparison) return [];
  const { base, conclusion } = comparison;
  const changes = [...(conclusion ? [conclusion.sentence] : []), ...changeTexts(run, comparison)];
  return ["", `${cell(name)} against [${cell(base.name)}](${base.app_link}): ${cell(changes.join("; "))}`];
}

function changeOf(check: string, comparison: ReportedRun["comparison"]): string {
  if (!comparison) return "–";
  if ("missing" in comparison) return cell(comparison.missing);
  const found = comparison.checks.find((each) => each.check === check);
  if (!found) return "the base has no such check";
  return `${isRegression(found) ? "✗ " : ""}${cell(changeText(found))}`;
}

function worsened({ name, comparison }: ReportedRun): readonly string[] {
  if (!comparison || "missing" in comparison) return [];
  const rows = comparison.changed.filter(({ change }) => change === "worsened");
  if (rows.length === 0) return [];
  const more = rows.length > shownRows ? [`- and ${rows.length - shownRows} more`] : [];
  return [
    "",
    `<details><summary>${rows.length} rows of ${cell(name)} became worse</summary>`,
    "",
    ...rows.slice(0, shownRows).map(({ check, input }) => `- ${check}: ${code(input)}`),
    ...more,
    "",
    "</details>",
  ];
}

function failing(run: ReportedRun): readonly string[] {
  const rows = failingRows(run);
  if (rows.length === 0) return [];
  return [
    "",
    `<details><summary>${rows.length} rows of ${cell(run.name)} failed</summary>`,
    "",
    ...rows
      .slice(0, shownRows)
      .flatMap(({ input, output, expected, problems }) => [
        `- ${code(input)}`,
        ...(output === undefined ? [] : [`  - output: ${code(output)}`]),
        ...(expected === undefined ? [] : [`  - expected: ${code(expected)}`]),
        ...problems.map((problem) => `  - ${code(problem)}`),
      ]),
    ...(rows.length > shownRows ? [`- and ${rows.length - shownRows} more`] : []),
    "",
    "</details>",
  ];
}

const cell = (text: string): string => text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ");

/** Rows may contain anything: escapes Markdown, HTML and mentions. */
const code = (text: string): string =>
  `\`${
    text
      .replaceAll(/[`\s]+/g, " ")
      .slice(0, 100)
      .trim() || " "
  }\``;
