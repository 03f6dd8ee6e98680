import type { ProjectId } from "../../platform/ids.ts";

/** Which projects are in use, in one query whatever their number. */
export interface ProjectActivity {
  /** Projects in which something was stored since then (Unix milliseconds), by the engine's clock. */
  storedSince(at: number): Promise<ReadonlySet<ProjectId>>;
  /** Projects that have datapoints, verdicts or findings of that hour or a later one. */
  activeSince(at: number): Promise<ReadonlySet<ProjectId>>;
}
