import type { Evaluate } from "../../checks/index.ts";
import { textOf } from "../../checks/service.ts";
import type { Recognize, RunCheck } from "../../datapoints/index.ts";
import { NewDatapoint, spanOf } from "../../datapoints/service.ts";
import { Failure } from "../../platform/failure.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { GeneratedRow } from "./generate.ts";

interface FailedRow extends GeneratedRow {
  readonly check: string;
  readonly reason: string;
}

export type CheckRows = (
  project: ProjectId,
  rows: readonly GeneratedRow[],
  checks: readonly RunCheck[],
) => Promise<{ readonly good: readonly GeneratedRow[]; readonly failed: readonly FailedRow[] }>;

interface CheckRowsDependencies {
  readonly evaluate: Evaluate;
  readonly recognize: Recognize;
  readonly now: () => number;
}

/** Runs checks on generated rows, with the row's text as an answer to its seed. Reports the first failure. */
export function createCheckRows({ evaluate, recognize, now }: CheckRowsDependencies): CheckRows {
  return async (project, rows, checks) => {
    const good: GeneratedRow[] = [];
    const failed: FailedRow[] = [];
    for (const row of rows) {
      const why = await whyNot(project, row, checks);
      if (why) failed.push({ ...row, ...why });
      else good.push(row);
    }
    return { good, failed };
  };

  async function whyNot(project: ProjectId, { input, result }: GeneratedRow, checks: readonly RunCheck[]) {
    const [first] = checks;
    if (!first) return undefined;
    const text = textOf(input);
    const span = spanOf(NewDatapoint.parse({ requestModel: "generator", input: "", output: text }), now());
    const { datapoints } = recognize({
      projectId: project,
      traceId: span.traceId,
      spans: [{ item: span, source: "api", receivedAt: now() }],
      logs: [],
    });
    const [datapoint] = datapoints;
    if (!datapoint) throw new Failure("defect", "a recorded call was not recognised");
    for (const { check, options } of checks) {
      const verdict = await evaluate(project, { datapoint, check, options, expected: result });
      if (verdict.state === "failed") return { check, reason: verdict.explanation ?? "it failed" };
      // A missing verdict does not confirm the row.
      if (verdict.state === "broken")
        return { check, reason: `it came to no verdict: ${verdict.reason ?? "the reason is not known"}` };
    }
    return undefined;
  }
}
