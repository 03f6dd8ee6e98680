import type { FlowReport } from "../report.ts";

/** JUnit XML as CI systems read it: a suite per run, a case per check. */
export function junitReport(reports: readonly FlowReport[]): string {
  const suites = reports.flatMap(({ flow, runs, failure, seconds }) => [
    ...(failure === undefined
      ? []
      : [
          suite(
            flow,
            seconds,
            [`<testcase classname="${xml(flow)}" name="flow"><failure message="${xml(failure)}"/></testcase>`],
            1,
          ),
        ]),
    ...runs.map(({ name, model_metrics: metrics, app_link: link }) => {
      const checks = metrics?.checks ?? [];
      const cases = checks.map(({ check, passed, failed }) => {
        const head = `<testcase classname="${xml(flow)}" name="${xml(check)}"`;
        const message = `${failed} of ${passed + failed} failed: ${link}`;
        return failed === 0 ? `${head}/>` : `${head}><failure message="${xml(message)}"/></testcase>`;
      });
      return suite(`${flow}: ${name}`, seconds, cases, checks.filter(({ failed }) => failed > 0).length);
    }),
  ]);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suites.join("\n")}\n</testsuites>\n`;
}

function suite(name: string, seconds: number, cases: readonly string[], failures: number): string {
  const counts = `tests="${cases.length}" failures="${failures}" time="${seconds.toFixed(3)}"`;
  return `<testsuite name="${xml(name)}" ${counts}>\n${cases.join("\n")}\n</testsuite>`;
}

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

function xml(text: string): string {
  // Control characters have no place in XML 1.0, not even escaped.
  return text
    .replaceAll(/[<>&"]/g, (sign) => entities[sign] ?? sign)
    .replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, "");
}
