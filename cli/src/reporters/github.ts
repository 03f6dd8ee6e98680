import { changeText, isRegression } from "../comparison.ts";
import { type FlowReport, flowFailure, troubleOf } from "../report.ts";

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

function flowErrors(report: FlowReport): readonly string[] {
  const failure = flowFailure(report);
  return failure === undefined ? [] : [`::error title=${property(report.flow)}::${message(failure)}`];
}

const message = (text: string): string => text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
const property = (text: string): string => message(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
