import type { Json } from "../../datapoints/datapoint.ts";
import type { DatapointId, MonitorId, ProjectId } from "../../platform/ids.ts";

export const checkRunStates = ["running", "done", "cancelled", "failed"] as const;
export type CheckRunState = (typeof checkRunStates)[number];

/** A stored datapoint that a run examines, and where its rows lie. */
export interface RunItem {
  readonly id: DatapointId;
  /** The time its rows are filed under, Unix milliseconds. */
  readonly filedAt: number;
  /** Version of its rows; what a run says of it comes right after. */
  readonly rowVersion: number;
}

export interface AskedCheck {
  readonly check: string;
  readonly options: Readonly<Record<string, Json>>;
}

/** Checks over a sample of what is stored. The verdicts are kept; nobody is told and no issue is raised. */
export interface CheckRun {
  readonly id: string;
  readonly projectId: ProjectId;
  readonly state: CheckRunState;
  readonly checks: readonly AskedCheck[];
  /** The query that the sample was taken by; absent where datapoints were named. */
  readonly query?: string;
  /** The monitor in whose name it looks: the verdicts carry it, and what was never a monitor's is left out. */
  readonly monitorId?: MonitorId;
  readonly total: number;
  readonly examined: number;
  readonly problem?: string;
  readonly askedBy: string;
  /** Unix milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const verdictLabels = ["passed", "failed", "skipped"] as const;

/** What a person says a check should have said of a datapoint. One per check and datapoint: the newest counts. */
export interface VerdictLabel {
  readonly datapointId: DatapointId;
  readonly check: string;
  /** The version that was looked at, and what it had said. */
  readonly version: number;
  readonly said: string;
  readonly label: (typeof verdictLabels)[number];
  readonly note?: string;
  readonly by: string;
  /** Unix milliseconds. */
  readonly at: number;
}
