import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Json } from "../../platform/json/json.ts";

export const checkRunStates = ["running", "done", "cancelled", "failed"] as const;
export type CheckRunState = (typeof checkRunStates)[number];

/** A stored datapoint of a check run, and the location of its rows. */
export interface RunItem {
  readonly id: DatapointId;
  /** Partition time of its rows, Unix milliseconds. */
  readonly partitionTime: number;
  /** Version of its rows; the run's verdicts get the next one. */
  readonly rowVersion: number;
}

export interface RequestedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
}

/**
 * A run of checks over a sample of stored datapoints. Stores verdicts, but sends no notification and opens no
 * issue.
 */
export interface CheckRun {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly state: CheckRunState;
  readonly checks: readonly RequestedCheck[];
  /** The query of the sample; absent if datapoints were named. */
  readonly query?: string;
  /** The monitor that the verdicts count for; datapoints that it never matched are left out. */
  readonly monitorId?: MonitorId;
  readonly total: number;
  readonly examined: number;
  readonly problem?: string;
  readonly requestedBy: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const verdictLabels = ["passed", "failed", "skipped"] as const;

/**
 * A human label: the correct verdict of a check on a datapoint. One per check and datapoint; the newest
 * counts.
 */
export interface VerdictLabel {
  readonly datapointId: DatapointId;
  readonly check: string;
  /** The labeled version, and its verdict. */
  readonly version: number;
  readonly verdict: string;
  readonly label: (typeof verdictLabels)[number];
  readonly note?: string;
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
}
