import type { ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";

/** Cost of the verdicts of a judge check. */
export interface CheckCost {
  readonly check: string;
  readonly verdicts: number;
  readonly costUsd: number;
}

/** Has the same bounds and failures as the counts of OverviewReader. */
export interface CheckCostReader {
  /** Counts de-duplicated verdicts. Checks without a known cost are left out. */
  costs(project: ProjectId, range: Range): Promise<readonly CheckCost[]>;
}
