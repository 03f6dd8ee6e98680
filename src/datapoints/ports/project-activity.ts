import type { ProjectId } from "../../platform/ids.ts";

/** Finds the projects in use with one query, however many there are. */
export interface ProjectActivity {
  /** Projects in which something was stored since then (Unix milliseconds), by ClickHouse's clock. */
  storedSince(at: number): Promise<ReadonlySet<ProjectId>>;
  /** Projects that have datapoints, verdicts or findings in that hour or a later one. */
  activeSince(at: number): Promise<ReadonlySet<ProjectId>>;
}
