import { type FlowReport, flowFailure, type ReportedRun, troubleOf } from "../report.ts";

/** Returns JUnit XML for CI systems: a suite per run, a case for the run itself and one per check. */
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
  ];
}

function caseOf(flow: string, name: string, failure: string | undefined): Case {
  const head = `<testcase classname="${xml(flow)}" name="${xml(name)}"`;
  const hasFailed = failure !== undefined;
  return { hasFailed, text: hasFailed ? `${head}><failure message="${xml(failure)}"/></testcase>` : `${head}/>` };
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
