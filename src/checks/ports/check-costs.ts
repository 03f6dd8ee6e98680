import type { Range } from "../../datapoints/ports/datapoint-reader.ts";
import type { ProjectId } from "../../platform/ids.ts";

/** What the verdicts of a check that was judged by a model cost. */
export interface CheckCost {
  readonly check: string;
  /** Those whose cost is known. */
  readonly verdicts: number;
  readonly costUsd: number;
}

/** Bounded and failing as the counts of OverviewReader. */
export interface CheckCostReader {
  /** Of de-duplicated verdicts; checks without a known cost are left out. */
  costs(project: ProjectId, range: Range): Promise<readonly CheckCost[]>;
}
