import type { ProjectId } from "../../platform/ids.ts";
import type { HistoryKey, Values } from "../verdicts/check-history.ts";

/** Reads from stored datapoints what checks compare a call with. Throws Failure("dependency"). */
export interface CheckHistoryReader {
  /** By `historyName`; a key without any value is left out. */
  values(
    project: ProjectId,
    keys: readonly (HistoryKey & { readonly kind: "values" })[],
    now: number,
  ): Promise<ReadonlyMap<string, Values>>;
  /** Answers of a test run by datapoint, oldest first. */
  answers(project: ProjectId, runId: string, now: number): Promise<ReadonlyMap<string, string>>;
}
