import { changeText, isRegression } from "../comparison.ts";
import { oneLine } from "../print.ts";
import { type FlowReport, failingRows, flowFailure, type ReportedRun, shownRows, troubleOf } from "../report.ts";

/** Returns annotations that a GitHub workflow shows on the change. */
export function githubReport(reports: readonly FlowReport[]): string {
  return reports
    .flatMap(({ runs, ...report }) => [
      ...flowErrors({ runs, ...report }),
      ...runs.flatMap((run) => {
        const trouble = troubleOf(run);
        return trouble === undefined
          ? []
          : [`::error title=${property(run.name)}::${message(`${trouble}, see ${run.app_link}`)}`];
      }),
      ...runs.flatMap(({ name, app_link: link, model_metrics: metrics }) =>
        (metrics?.checks ?? [])
          .filter(({ failed }) => failed > 0)
          .map(({ check, passed, failed }) =>
            [
              `::error title=${property(`${name}: ${check}`)}`,
              message(`${failed} of ${passed + failed} failed, see ${link}`),
            ].join("::"),
          ),
      ),
      ...runs.flatMap(rowErrors),
      ...runs.flatMap(({ name, app_link: link, comparison }) =>
        comparison && "checks" in comparison
          ? comparison.checks
              .filter(isRegression)
              .map((each) =>
                [
                  `::error title=${property(`${name}: ${each.check} became worse`)}`,
                  message(`${changeText(each)}, see ${link}`),
                ].join("::"),
              )
          : [],
      ),
    ])
    .join("\n");
}

function rowErrors(run: ReportedRun): readonly string[] {
  return failingRows(run)
    .slice(0, shownRows)
    .map(({ input, output, expected, problems }) => {
      const facts = [...problems, ...(output === undefined ? [] : [`output: ${output}`])];
      const text = [...facts, ...(expected === undefined ? [] : [`expected: ${expected}`])].join("\n");
      return `::error title=${property(`${run.name}: ${oneLine(input, 80)}`)}::${message(text)}`;
    });
}

function flowErrors(report: FlowReport): readonly string[] {
  const failure = flowFailure(report);
  return failure === undefined ? [] : [`::error title=${property(report.flow)}::${message(failure)}`];
}

const message = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
