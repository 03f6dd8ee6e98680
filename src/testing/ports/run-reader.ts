import type { Verdict } from "../../datapoints/index.ts";
import type { DatapointId, ProjectId } from "../../platform/ids.ts";
import type { Range } from "../../platform/paging.ts";

/** What ClickHouse stores about an attempt. */
export interface JudgedTry {
  readonly verdicts: readonly Verdict[];
  readonly costUsd?: number;
}

export interface RunReader {
  /** Returns those of the datapoints that are stored and started within the range. */
  judged(
    project: ProjectId,
    datapoints: readonly DatapointId[],
    range: Range,
  ): Promise<ReadonlyMap<DatapointId, JudgedTry>>;
}
