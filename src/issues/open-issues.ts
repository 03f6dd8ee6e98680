import type { MonitorId, ProjectId } from "../platform/ids.ts";
import type { IssueStore } from "./ports/issues.ts";

/** Counts the unresolved issues of each monitor that has any. */
export const createCountOpenIssues =
  (issues: Pick<IssueStore, "list">) =>
  async (project: ProjectId): Promise<ReadonlyMap<MonitorId, number>> => {
    const { items } = await issues.list(project, { states: ["open", "acknowledged"] }, { limit: 1000 });
    const counts = new Map<MonitorId, number>();
    for (const { monitorId } of items) counts.set(monitorId, (counts.get(monitorId) ?? 0) + 1);
    return counts;
  };
