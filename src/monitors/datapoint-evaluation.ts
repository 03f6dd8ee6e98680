import { type JobReader, withPending } from "../checks/index.ts";
import type { DatapointEvaluation, MonitorReading, StoredDatapoint } from "../datapoints/index.ts";
import type { ProjectId } from "../platform/ids.ts";
import type { MonitorStore } from "./ports/monitors.ts";
import type { ExplainApart } from "./stages/explain-apart.ts";

interface DatapointEvaluationDependencies {
  readonly jobReader: Pick<JobReader, "pending">;
  readonly monitors: Pick<MonitorStore, "list">;
  readonly explain: ExplainApart;
}

export function createDatapointEvaluation({
  jobReader,
  monitors,
  explain,
}: DatapointEvaluationDependencies): DatapointEvaluation {
  return {
    verdicts: async (project, stored) =>
      withPending(stored.verdicts, await jobReader.pending(project, stored.datapoint.id)),
    monitors: readings,
  };

  /**
   * Explains what each monitor decided when the datapoint arrived; the reason follows from the monitor's current
   * condition.
   */
  async function readings(project: ProjectId, stored: StoredDatapoint): Promise<readonly MonitorReading[]> {
    const list = await monitors.list(project);
    const unmatched = list.filter(({ id }) => !stored.monitorIds.includes(id));
    const reasons = await explain(project, unmatched, stored.datapoint);
    const reasonOf = new Map(unmatched.map(({ id }, at) => [id, reasons[at] ?? ""]));
    return list.map(({ id, name, condition }) => {
      const reason = reasonOf.get(id);
      if (reason !== undefined) return { id, name, matched: false, reason };
      return {
        id,
        name,
        matched: true,
        reason: condition === "" ? "it matches everything" : "its condition holds",
      };
    });
  }
}
