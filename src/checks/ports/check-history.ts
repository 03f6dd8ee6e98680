import type { DialogHistory, DialogHistoryReader } from "../../datapoints/index.ts";
import type { ProjectId } from "../../platform/ids.ts";
import type { HistoryKey, Values } from "../verdicts/check-history.ts";

/** Reads the stored datapoints that checks compare a call with. Throws Failure("dependency"). */
export interface CheckHistoryReader {
  /** Returns values by `historyName`; keys without values are left out. */
  values(
    project: ProjectId,
    keys: readonly (HistoryKey & { readonly kind: "values" })[],
    now: number,
  ): Promise<ReadonlyMap<string, Values>>;
  /** Returns the answers of a test run by datapoint, oldest first. */
  answers(project: ProjectId, runId: string, now: number): Promise<ReadonlyMap<string, string>>;
  /** Returns the dialog that a call of a stateful API continues. */
  dialog(...args: Parameters<DialogHistoryReader["read"]>): Promise<DialogHistory | undefined>;
}
