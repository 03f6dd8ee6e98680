import { isoTime } from "../contract/datapoint-json.ts";
import type { RunRowState, TestRun } from "../domain/test-run.ts";

/** A test run as the API shows it. */
export function testRunJson(
  { projectId, scenarioSetId, createdAt, endedAt, ...run }: TestRun,
  progress: Readonly<Record<RunRowState, number>>,
  baseUrl: string,
) {
  return {
    ...run,
    scenarioId: scenarioSetId,
    progress,
    createdAt: isoTime(createdAt),
    ...(endedAt === undefined ? {} : { endedAt: isoTime(endedAt) }),
    appLink: `${baseUrl}/p/${projectId}/test-runs/${run.id}`,
  };
}
