import { oneLine } from "../print.ts";
import { type FlowReport, flowFailure, type ReportedRun, troubleOf } from "../report.ts";
import type { ReportedRow } from "../reported-rows.ts";

/** Returns JUnit XML for CI systems: a suite per run, with a case for the run itself, one per check and one per row. */
export function junitReport(reports: readonly FlowReport[]): string {
  const suites = reports.flatMap((report) => {
    const { flow, runs, seconds } = report;
    const failure = flowFailure(report);
    return [
      ...(failure === undefined ? [] : [suite(flow, seconds, [caseOf(flow, "flow", failure)])]),
      ...runs.map((run) => suite(`${flow}: ${run.name}`, seconds, casesOf(flow, run))),
    ];
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

interface Case {
  readonly text: string;
  readonly hasFailed: boolean;
}

function casesOf(flow: string, run: ReportedRun): readonly Case[] {
  const link = run.app_link;
  const trouble = troubleOf(run);
  return [
    caseOf(flow, "the run", trouble && `${trouble}: ${link}`),
    ...(run.model_metrics?.checks ?? []).map(({ check, passed, failed }) =>
      caseOf(flow, check, failed === 0 ? undefined : `${failed} of ${passed + failed} failed: ${link}`),
    ),
    ...(run.rows ?? []).map((row, index) => rowCase(flow, index + 1, row)),
  ];
}

function rowCase(flow: string, number: number, { input, output, expected, problems }: ReportedRow): Case {
  const name = `row ${number}: ${oneLine(input, 80)}`;
  if (problems.length === 0) return caseOf(flow, name, undefined);
  const parts = [
    ...problems,
    `input: ${input}`,
    ...(output === undefined ? [] : [`output: ${output}`]),
    ...(expected === undefined ? [] : [`expected: ${expected}`]),
  ];
  return caseOf(flow, name, parts.join("\n"));
}

/** The message is the first line; the text of the failure has all of them, because attributes hold no line breaks. */
function caseOf(flow: string, name: string, failure: string | undefined): Case {
  const head = `<testcase classname="${xml(flow)}" name="${xml(name)}"`;
  if (failure === undefined) return { hasFailed: false, text: `${head}/>` };
  const [message = ""] = failure.split("\n");
  return {
    hasFailed: true,
    text: `${head}><failure message="${xml(message)}">${xml(failure)}</failure></testcase>`,
  };
}

function suite(name: string, seconds: number, cases: readonly Case[]): string {
  const failures = cases.filter(({ hasFailed }) => hasFailed).length;
  const counts = `tests="${cases.length}" failures="${failures}" time="${seconds.toFixed(3)}"`;
  return `<testsuite name="${xml(name)}" ${counts}>\n${cases.map(({ text }) => text).join("\n")}\n</testsuite>`;
}

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

function xml(text: string): string {
  // XML 1.0 does not allow control characters, not even escaped.
  return text
    .replaceAll(/[<>&"]/g, (sign) => entities[sign] ?? sign)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, "");
}
