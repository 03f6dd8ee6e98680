import type { MonitorId, ProjectId } from "../../platform/ids.ts";
import type { Verdict } from "../verdicts/verdict.ts";
import type { StoredDatapoint } from "./datapoint-reader.ts";

/** What a monitor decided when a datapoint arrived. */
export interface MonitorReading {
  readonly id: MonitorId;
  readonly name: string;
  readonly matched: boolean;
  readonly reason: string;
}

/** What later modules know of a datapoint: the state of its jobs, and why each monitor did or did not match. */
export interface DatapointEvaluation {
  /** Its verdicts, with the current state of its jobs in place of `queued`. */
  readonly verdicts: (project: ProjectId, stored: StoredDatapoint) => Promise<readonly Verdict[]>;
  readonly monitors: (project: ProjectId, stored: StoredDatapoint) => Promise<readonly MonitorReading[]>;
}
