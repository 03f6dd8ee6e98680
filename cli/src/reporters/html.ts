import { changeText, isRegression } from "../comparison.ts";
import { measuresText } from "../metrics.ts";
import { oneLine, percent } from "../print.ts";
import {
  type FlowReport,
  failingRows,
  flowFailure,
  type Gate,
  hasPassed,
  passRate,
  type ReportedRun,
  troubleOf,
} from "../report.ts";
import type { ReportedRow } from "../reported-rows.ts";
import { changedRows, changeTexts } from "./change-texts.ts";
import { htmlStyle } from "./html-style.ts";

const passedRowsShown = 200;

/** Returns one page that opens without a network: what gates and why, then failing rows before those that passed. */
export function htmlReport(reports: readonly FlowReport[], gate?: Gate): string {
  const passed = gate?.passed ?? reports.every(hasPassed);
  const rate = passRate(reports);
  const counts = [
    reports.length === 1 ? "1 flow" : `${reports.length} flows`,
    ...(rate === undefined ? ["no check gave a verdict"] : [`${percent(rate)} of the checks passed`]),
  ].join(" · ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${passed ? "Passed" : "Failed"}: test runs of Gaffe</title>
<style>${htmlStyle}</style>
</head>
<body>
<h1 class="${passed ? "good" : "bad"}">${passed ? "✓ Passed" : "✗ Failed"}</h1>
${gate?.reason === undefined ? "" : `<p class="bad">${html(gate.reason)}</p>`}
<p class="soft">${html(counts)}</p>
${reports.map(flowHtml).join("\n")}
</body>
</html>`;
}

function flowHtml(report: FlowReport): string {
  const failure = flowFailure(report);
  return [
    `<h2>${markOf(hasPassed(report))} ${html(report.flow)} <span class="soft">${report.seconds.toFixed(1)} s</span></h2>`,
    ...(failure === undefined ? [] : [`<pre class="bad">${html(failure)}</pre>`]),
    ...report.runs.map(runHtml),
  ].join("\n");
}

function runHtml(run: ReportedRun): string {
  const { name, state, app_link: link, model_metrics: metrics, conclusion, rows = [] } = run;
  const failing = failingRows(run);
  const others = rows.filter(({ problems }) => problems.length === 0);
  const trouble = troubleOf(run);
  const measures = metrics ? measuresText(metrics) : "";
  return [
    `<h3>${html(name)} <a class="soft" href="${html(safeLink(link))}">open in Gaffe</a></h3>`,
    `<p>${html(conclusion?.headline ?? `it is ${state}`)}</p>`,
    ...(trouble === undefined ? [] : [`<p class="bad">${html(trouble)}</p>`]),
    ...(measures === "" ? [] : [`<p>${html(measures)}</p>`]),
    ...(metrics ? [checksHtml(run)] : []),
    comparisonHtml(run),
    ...(failing.length === 0 ? [] : [`<h4 class="bad">${countOf(failing.length, "failing row")}</h4>`]),
    ...failing.map((row) => rowHtml(row, true)),
    ...(others.length === 0
      ? []
      : [
          `<details><summary>${countOf(others.length, "row")} passed</summary>`,
          ...others.slice(0, passedRowsShown).map((row) => rowHtml(row, false)),
          ...(others.length > passedRowsShown ? [`<p>and ${others.length - passedRowsShown} more</p>`] : []),
          "</details>",
        ]),
  ].join("\n");
}

function checksHtml({ model_metrics: metrics, conclusion }: ReportedRun): string {
  const bad = new Set((conclusion?.reasons ?? []).map(({ check }) => check));
  const lines = (metrics?.checks ?? []).map(({ check, passed, failed, skipped, broken, mean, isScore }) => {
    const average = isScore === true && mean !== undefined ? `${Number(mean.toFixed(3))}` : "";
    const cells = [`${markOf(!bad.has(check))} ${html(check)}`, `${passed} of ${passed + failed}`, average];
    return `<tr>${[...cells, `${skipped || ""}`, `${broken || ""}`].map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
  });
  if (lines.length === 0) return "";
  return `<table><tr><th>check</th><th>passed</th><th>mean</th><th>skipped</th><th>broken</th></tr>\n${lines.join("\n")}\n</table>`;
}

function comparisonHtml(run: ReportedRun): string {
  const { comparison } = run;
  if (!comparison) return "";
  if ("missing" in comparison) return `<p>Baseline: ${html(comparison.missing)}: nothing to compare with</p>`;
  const { base, checks, conclusion } = comparison;
  const rows = changedRows(comparison);
  return [
    `<h4>Against <a href="${html(safeLink(base.app_link))}">${html(base.name)}</a></h4>`,
    ...(conclusion ? [`<p>${html(conclusion.sentence)}</p>`] : []),
    `<table><tr><th>check</th><th>change</th></tr>`,
    ...checks.map(
      (each) =>
        `<tr><td>${markOf(!isRegression(each))} ${html(each.check)}</td><td>${html(changeText(each))}</td></tr>`,
    ),
    "</table>",
    ...(rows.length === 0 ? [] : [`<details><summary>${countOf(rows.length, "verdict")} changed</summary><ul>`]),
    ...rows.map(
      ({ check, change, input }) =>
        `<li>${change === "worsened" ? "worse" : "better"}: ${html(check)}: ${html(oneLine(input, 200))}</li>`,
    ),
    ...(rows.length === 0 ? [] : ["</ul></details>"]),
    ...changeTexts(run, comparison).map((text) => `<p>${html(text)}</p>`),
  ].join("\n");
}

function rowHtml({ input, output, expected, problems }: ReportedRow, isOpen: boolean): string {
  const parts: readonly (readonly [string, string | undefined])[] = [
    ["input", input],
    ["output", output],
    ["expected", expected],
    ["why", problems.length === 0 ? undefined : problems.join("\n")],
  ];
  return [
    `<details${isOpen ? " open" : ""}><summary>${markOf(problems.length === 0)} ${html(oneLine(input, 160))}</summary><dl>`,
    ...parts.flatMap(([name, text]) =>
      text === undefined
        ? []
        : [`<dt>${name}</dt><dd><pre${name === "why" ? ' class="bad"' : ""}>${html(text)}</pre></dd>`],
    ),
    "</dl></details>",
  ].join("\n");
}

const markOf = (isGood: boolean): string => (isGood ? '<span class="good">✓</span>' : '<span class="bad">✗</span>');

const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** A report may come from a file: a link that is no web address leads nowhere. */
const safeLink = (link: string): string => (/^https?:\/\//.test(link) ? link : "#");

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

const html = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
