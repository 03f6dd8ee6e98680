import { type JobReader, withPending } from "../checks/index.ts";
import type { DatapointEvaluation } from "../datapoints/index.ts";
import type { MonitorStore } from "./ports/monitors.ts";
import { readingOf } from "./why-not.ts";

interface DatapointEvaluationDependencies {
  readonly jobReader: Pick<JobReader, "pending">;
  readonly monitors: Pick<MonitorStore, "list">;
  /** Unix milliseconds. */
  readonly now: () => number;
}

export const createDatapointEvaluation = ({
  jobReader,
  monitors,
  now,
}: DatapointEvaluationDependencies): DatapointEvaluation => ({
  verdicts: async (project, stored) =>
    withPending(stored.verdicts, await jobReader.pending(project, stored.datapoint.id)),
  monitors: async (project, stored) =>
    (await monitors.list(project)).map((monitor) => readingOf(monitor, stored, now())),
});
